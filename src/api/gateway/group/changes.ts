/** What changes groups. */

import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { described } from '../../../http/openapi-schema.ts';
import { checkedFields, oneOf, readBy, words, wrong } from '../../../http/read-fields.ts';
import {
  GROUP_SETTINGS,
  type GroupActions,
  JOIN_ANSWERS,
  MEMBER_ACTIONS,
  MEMBER_ADD_MODES,
} from '../../../providers/groups.ts';
import {
  GroupInfo,
  GroupJid,
  lenient,
  MemberResults,
  peopleUpTo,
  toMemberResults,
} from './model.ts';

const SUBJECT_CHARACTERS_MAX = 100;
const DESCRIPTION_CHARACTERS_MAX = 2_048;
const PEOPLE_MAX = 1_024;

const Subject = Type.String({
  minLength: 1,
  maxLength: SUBJECT_CHARACTERS_MAX,
  description: `Name of the group, of 1-${SUBJECT_CHARACTERS_MAX} characters`,
  failsWith: `must be a text of 1-${SUBJECT_CHARACTERS_MAX} characters`,
});

const Description = Type.String({
  maxLength: DESCRIPTION_CHARACTERS_MAX,
  description: `What the group is about, of at most ${DESCRIPTION_CHARACTERS_MAX} characters; empty: nothing`,
  failsWith: `must be a text of at most ${DESCRIPTION_CHARACTERS_MAX} characters`,
});

const People = peopleUpTo(PEOPLE_MAX);

const chosen = <const W extends string>(description: string, allowed: readonly W[]) =>
  readBy(described(description, words(...allowed)), oneOf(allowed));

export const NewGroup = NamedObject(
  'NewGroup',
  {
    subject: Subject,
    description: readBy(Type.Optional(Description), (value = '') =>
      typeof value === 'string' && value.length <= DESCRIPTION_CHARACTERS_MAX
        ? value
        : wrong(`must be a text of at most ${DESCRIPTION_CHARACTERS_MAX} characters`),
    ),
    participants: People,
    promoteParticipants: readBy(
      Type.Optional(
        Type.Boolean({
          description: 'Whether the participants become admins of the group; default false',
        }),
      ),
      (value = false) => (typeof value === 'boolean' ? value : wrong('must be true or false')),
    ),
  },
  lenient,
);

export const CreatedGroup = Type.Composite([
  GroupInfo,
  Type.Object({ results: MemberResults, problems: Type.Array(Type.String()) }),
]);

export interface GroupChange {
  /** The path after `/group/`. */
  readonly name: string;
  readonly summary: string;
  /** What else the documentation says, sentences and a blank. */
  readonly description: string;
  readonly body: TObject;
  readonly answer: TSchema;
  /** What is to be done; 400 for a body that is wrong. */
  readonly read: (body: unknown) => (groups: GroupActions) => Promise<unknown>;
}

/** Gives the types of its schemas to what it does. */
const change = <S extends TObject, A extends TSchema>(
  given: Omit<GroupChange, 'read' | 'body' | 'answer' | 'description'> & {
    readonly description?: string;
    readonly body: S;
    readonly answer: A;
    readonly act: (fields: Static<S>, groups: GroupActions) => Promise<Static<A>>;
  },
): GroupChange => ({
  ...given,
  description: given.description ?? '',
  read: (body) => {
    // The cast: a schema of its own needs no context to be read.
    const fields = (checkedFields as (schema: S, body: unknown) => Static<S>)(given.body, body);
    return (groups) => given.act(fields, groups);
  },
});

export const Updated = NamedObject('GroupUpdated', { update: Type.Literal('success') });
export const updated = { update: 'success' } as const;

const EPHEMERAL_SECONDS = [0, 86_400, 604_800, 7_776_000] as const;

const joinRequests = change({
  name: 'updateJoinRequests',
  summary: 'Let people into a group who ask to join, or turn them down',
  description: 'Answers what became of each; 404: they do not ask. ',
  body: Type.Object(
    {
      groupJid: GroupJid,
      action: chosen('Whether they are let in or turned down', JOIN_ANSWERS),
      participants: People,
    },
    lenient,
  ),
  answer: Type.Object({ updateJoinRequests: MemberResults }),
  act: async ({ groupJid, action, participants }, groups) => ({
    updateJoinRequests: toMemberResults(
      await groups.answerJoinRequests(groupJid, action, participants),
    ),
  }),
});

export const CHANGES: readonly GroupChange[] = [
  joinRequests,
  change({
    name: 'updateGroupSubject',
    summary: 'Rename a group',
    body: Type.Object({ groupJid: GroupJid, subject: Subject }, lenient),
    answer: Updated,
    act: async ({ groupJid, subject }, groups) => {
      await groups.rename(groupJid, subject);
      return updated;
    },
  }),
  change({
    name: 'updateGroupDescription',
    summary: 'Describe a group',
    description: 'An empty text removes the description. ',
    body: Type.Object({ groupJid: GroupJid, description: Description }, lenient),
    answer: Updated,
    act: async ({ groupJid, description }, groups) => {
      await groups.describe(groupJid, description);
      return updated;
    },
  }),
  change({
    name: 'updateParticipant',
    summary: 'Add, remove, promote or demote members of a group',
    description:
      'Answers what became of each person: 403 those who let only contacts add them, with an invitation where WhatsApp gives one; 404 not on WhatsApp or not in the group; 408 left lately; 409 there already. ',
    body: Type.Object(
      {
        groupJid: GroupJid,
        action: chosen(
          'What is done with the participants: `promote` makes them admins, `demote` ends that',
          MEMBER_ACTIONS,
        ),
        participants: People,
      },
      lenient,
    ),
    answer: Type.Object({ updateParticipants: MemberResults }),
    act: async ({ groupJid, action, participants }, groups) => ({
      updateParticipants: toMemberResults(
        await groups.changeMembers(groupJid, action, participants),
      ),
    }),
  }),
  change({
    name: 'updateSetting',
    summary: 'Who may write in a group, and who may change it',
    description:
      '`announcement`: only admins write; `locked`: only admins change subject, description and picture. ',
    body: Type.Object(
      {
        groupJid: GroupJid,
        action: chosen(
          'Who may write in the group (`announcement`: admins alone), or change it (`locked`: admins alone)',
          GROUP_SETTINGS,
        ),
      },
      lenient,
    ),
    answer: Type.Object({ updateSetting: words(...GROUP_SETTINGS) }),
    act: async ({ groupJid, action }, groups) => {
      await groups.set(groupJid, action);
      return { updateSetting: action };
    },
  }),
  change({
    name: 'updateMemberAddMode',
    summary: 'Who may add members to a group',
    description: '`admin_add`: only admins; `all_member_add`: everybody in it. ',
    body: Type.Object(
      {
        groupJid: GroupJid,
        mode: chosen(
          'Who may add members: admins alone, or everybody in the group',
          MEMBER_ADD_MODES,
        ),
      },
      lenient,
    ),
    answer: Type.Object({ updateMemberAddMode: words(...MEMBER_ADD_MODES) }),
    act: async ({ groupJid, mode }, groups) => {
      await groups.setMemberAddMode(groupJid, mode);
      return { updateMemberAddMode: mode };
    },
  }),
  change({
    name: 'toggleEphemeral',
    summary: 'After how many seconds messages of a group vanish',
    description: '0: they stay. ',
    body: Type.Object(
      {
        groupJid: GroupJid,
        expiration: readBy(
          Type.Union(
            EPHEMERAL_SECONDS.map((seconds) => Type.Literal(seconds)),
            {
              description: 'After how many seconds messages vanish: a day, 7 or 90 days; 0: never',
            },
          ),
          oneOf(EPHEMERAL_SECONDS),
        ),
      },
      lenient,
    ),
    answer: Type.Object({ success: Type.Literal(true) }),
    act: async ({ groupJid, expiration }, groups) => {
      await groups.setEphemeral(groupJid, expiration);
      return { success: true as const };
    },
  }),
];
