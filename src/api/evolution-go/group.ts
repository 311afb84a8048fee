/** Paths of /group, as Evolution Go has them. */
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import type { Fields } from '../../http/read-fields.ts';
import { needs } from '../../instances/scopes.ts';
import { iso } from '../../shared/clock.ts';
import { invalid } from '../../shared/errors.ts';
import type { GroupInfo } from '../gateway/group/model.ts';
import { Anything, body, flag, groupJid, people, text, texts } from './fields.ts';
import type { Calling, GoOperation } from './operation.ts';
import { renamed } from './operation.ts';

type Info = Static<typeof GroupInfo>;

const GroupData = NamedObject(
  'EvolutionGoGroup',
  {
    JID: Type.String(),
    OwnerJID: Type.String(),
    Name: Type.String(),
    NameSetAt: Type.String(),
    NameSetBy: Type.String(),
    Topic: Type.String({ description: 'Its description' }),
    TopicID: Type.String(),
    IsLocked: Type.Boolean(),
    IsAnnounce: Type.Boolean(),
    IsEphemeral: Type.Boolean(),
    DisappearingTimer: Type.Integer(),
    IsParent: Type.Boolean(),
    LinkedParentJID: Type.String(),
    IsJoinApprovalRequired: Type.Boolean(),
    GroupCreated: Type.String(),
    ParticipantCount: Type.Integer(),
    Participants: Type.Array(
      Type.Object({
        JID: Type.String(),
        PhoneNumber: Type.String(),
        LID: Type.String(),
        IsAdmin: Type.Boolean(),
        IsSuperAdmin: Type.Boolean(),
      }),
    ),
  },
  { description: 'What WhatsApp does not show the account is empty' },
);

const instant = (seconds: number | null) => (seconds === null ? '' : iso(seconds * 1_000));

const toGroupData = (group: Info): Static<typeof GroupData> => ({
  JID: group.id,
  OwnerJID: group.owner ?? '',
  Name: group.subject,
  NameSetAt: instant(group.subjectTime),
  NameSetBy: group.subjectOwner ?? '',
  Topic: group.desc ?? '',
  TopicID: group.descId ?? '',
  IsLocked: group.restrict,
  IsAnnounce: group.announce,
  IsEphemeral: group.ephemeralDuration > 0,
  DisappearingTimer: group.ephemeralDuration,
  IsParent: group.isCommunity,
  LinkedParentJID: group.linkedParent ?? '',
  IsJoinApprovalRequired: group.joinApprovalMode,
  GroupCreated: instant(group.creation),
  ParticipantCount: group.size,
  Participants: (group.participants ?? []).map(({ id, phoneNumber, lid, admin }) => ({
    JID: id,
    PhoneNumber: phoneNumber ?? '',
    LID: lid ?? '',
    IsAdmin: admin !== null,
    IsSuperAdmin: admin === 'superadmin',
  })),
});

const allGroups = ({ ask }: Calling) =>
  ask<readonly Info[]>('GET', '/group/fetchAllGroups', { query: { getParticipants: 'true' } });

const bare = (jid: string | null) => jid?.replace(/:\d+@/, '@') ?? null;

const LINK_CHARACTERS_MAX = 128;

/** What says in its query which group is meant; 400 without one. */
function which({ groupJid: jid }: Fields): { readonly query: { readonly groupJid: string } } {
  if (typeof jid !== 'string') throw invalid('groupJid is required');
  return { query: { groupJid: jid } };
}

interface Change {
  readonly verb: string;
  readonly asks: string;
  readonly summary: string;
  readonly fields: TProperties;
  /** Fields there, and what they are called here. */
  readonly names: Readonly<Record<string, string>>;
  readonly data?: TSchema;
  readonly toData?: (answer: Fields) => unknown;
}

const change = ({ verb, asks, summary, fields, names, ...row }: Change): GoOperation => ({
  path: `/group/${verb}`,
  security: needs('send'),
  summary,
  body: body(fields),
  data: row.data ?? null,
  names,
  run: async (given, { ask }) => {
    const answer = await ask<Fields>('POST', `/group/${asks}`, { body: renamed(given, names) });
    return row.toData?.(answer);
  },
});

const same = { groupJid: 'groupJid' };

interface JoinRequests {
  readonly requests: readonly { readonly jid: string; readonly requestedAt: number | null }[];
}

const joinRequests: GoOperation = {
  path: '/group/requests',
  security: needs('read'),
  summary: 'Who asks to join a group',
  body: body({ groupJid }),
  data: Type.Array(
    Type.Object({
      JID: Type.String(),
      RequestedAt: Type.String({ description: 'An instant; empty: not known' }),
    }),
  ),
  async run(fields, { ask }) {
    const { requests } = await ask<JoinRequests>('GET', '/group/joinRequests', which(fields));
    return requests.map(({ jid, requestedAt }) => ({
      JID: jid,
      RequestedAt: instant(requestedAt),
    }));
  },
};

interface Created extends Info {
  readonly results: readonly { readonly status: string; readonly jid: string }[];
}

const CHANGES: readonly GoOperation[] = [
  change({
    verb: 'name',
    asks: 'updateGroupSubject',
    summary: 'Rename a group',
    fields: { groupJid, name: text('The new name of the group, of 1-100 characters') },
    names: { ...same, subject: 'name' },
  }),
  change({
    verb: 'description',
    asks: 'updateGroupDescription',
    summary: 'Describe a group',
    fields: { groupJid, description: text('What the group is about; empty: nothing') },
    names: { ...same, description: 'description' },
  }),
  change({
    verb: 'photo',
    asks: 'updateGroupPicture',
    summary: 'Set the picture of a group',
    fields: {
      groupJid,
      image: text('A picture of at most 5 MiB: an http(s) URL, base64, or a data: URL in base64'),
    },
    names: { ...same, image: 'image' },
  }),
  change({
    verb: 'participant',
    asks: 'updateParticipant',
    summary: 'Add, remove, promote or demote members of a group',
    fields: {
      groupJid,
      participants: people,
      action: text('What is done with them: add, remove, promote or demote'),
    },
    names: { ...same, participants: 'participants', action: 'action' },
    data: Type.Array(Anything, { description: 'What became of each person' }),
    toData: ({ updateParticipants }) => updateParticipants,
  }),
  change({
    verb: 'requests/update',
    asks: 'updateJoinRequests',
    summary: 'Let people into a group who ask to join, or turn them down',
    fields: {
      groupJid,
      participants: people,
      action: text('Whether they are let in: approve or reject'),
    },
    names: { ...same, participants: 'participants', action: 'action' },
    data: Type.Array(Anything, { description: 'What became of each person' }),
    toData: ({ updateJoinRequests }) => updateJoinRequests,
  }),
  change({
    verb: 'settings',
    asks: 'updateSetting',
    summary: 'Who may write in a group, and who may change it',
    fields: {
      groupJid,
      action: text(
        'announcement: only admins write; locked: only admins change it; or not_announcement, unlocked',
      ),
    },
    names: { ...same, action: 'action' },
  }),
  change({
    verb: 'create',
    asks: 'create',
    summary: 'Create a group',
    fields: { groupName: text('Name of the group, of 1-100 characters'), participants: people },
    names: { subject: 'groupName', participants: 'participants' },
    data: Type.Object({
      jid: Type.String(),
      name: Type.String(),
      owner: Type.String(),
      added: texts('JIDs'),
      failed: texts('JIDs of those who could not be added'),
    }),
    toData: (answer) => {
      // The answer of /group/create, as that operation documents it.
      const { id, subject, owner, participants = [], results } = answer as unknown as Created;
      return {
        jid: id,
        name: subject,
        owner: owner ?? '',
        added: participants.map((one) => one.id),
        failed: results.filter(({ status }) => status !== '200').map(({ jid }) => jid),
      };
    },
  }),
];

export const GROUPS: readonly GoOperation[] = [
  {
    method: 'GET',
    path: '/group/list',
    security: needs('read'),
    summary: 'All groups that the account is in',
    data: Type.Array(GroupData),
    run: async (_, calling) => (await allGroups(calling)).map(toGroupData),
  },
  {
    method: 'GET',
    path: '/group/myall',
    security: needs('read'),
    summary: 'The groups that the account has created',
    data: Type.Array(GroupData),
    run: async (_, calling) => {
      const own = bare(calling.instance.ownerJid);
      const groups = await allGroups(calling);
      return groups.filter(({ owner }) => bare(owner) === own).map(toGroupData);
    },
  },
  {
    path: '/group/info',
    security: needs('read'),
    summary: 'A group',
    body: body({ groupJid }),
    data: GroupData,
    run: async (fields, { ask }) =>
      toGroupData(await ask<Info>('GET', '/group/findGroupInfos', which(fields))),
  },
  {
    path: '/group/invitelink',
    security: needs('send'),
    summary: 'The link by which people join a group',
    description: 'With `reset` it is replaced.',
    body: body({ groupJid, reset: flag('Whether the link is replaced by a new one') }),
    data: Type.String(),
    run: async (fields, { ask }) => {
      const at = which(fields);
      const found = await (fields.reset === true
        ? ask<{ inviteUrl: string }>('POST', '/group/revokeInviteCode', at)
        : ask<{ inviteUrl: string }>('GET', '/group/inviteCode', at));
      return found.inviteUrl;
    },
  },
  {
    path: '/group/join',
    security: needs('send'),
    summary: 'Join a group by its link',
    body: body({ code: text('The code of the invitation, or the whole link that ends in it') }),
    data: Type.Object({ accepted: Type.Boolean(), groupJid: Type.String() }),
    names: { inviteCode: 'code' },
    async run({ code: inviteCode }, { ask }) {
      if (typeof inviteCode !== 'string' || inviteCode.length > LINK_CHARACTERS_MAX)
        throw invalid(`code must be a text of at most ${LINK_CHARACTERS_MAX} characters`);
      return ask('GET', '/group/acceptInviteCode', { query: { inviteCode } });
    },
  },
  {
    path: '/group/leave',
    security: needs('send'),
    summary: 'Leave a group',
    body: body({ groupJid }),
    data: null,
    run: (fields, { ask }) => ask('DELETE', '/group/leaveGroup', which(fields)),
  },
  joinRequests,
  ...CHANGES,
];
