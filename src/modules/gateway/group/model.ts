/** Schemas of the operations on groups. */

import { type Static, type TObject, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import {
  FieldError,
  fieldError,
  isFields,
  parsedBy,
  words,
} from '../../../core/http/read-fields.ts';
import {
  type Group,
  type GroupMember,
  MEMBER_ADD_MODES,
  type MemberResult,
} from '../../../core/providers/groups.ts';
import { readGroup, readPeople } from '../../../core/sending/recipient.ts';
import { chatOf, isPhone } from '../../../core/shared/addresses/chat-address.ts';
import { invalid } from '../../../core/shared/errors.ts';

/** The field `groupJid` of bodies and queries: digits, or the JID. */
export const GroupJid = parsedBy(
  Type.String({
    description: 'The group: its JID, such as `120363000000000001@g.us`, or the digits of the JID',
    examples: ['120363000000000001@g.us'],
  }),
  (value) => (value === undefined ? fieldError('required') : readGroup(value)),
);

/** A field of bodies: 1 to `most` people. */
export const peopleField = (most: number) =>
  parsedBy(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: most,
      description: `People, 1-${most}: phone numbers with their country code, or JIDs`,
      examples: [['5511888880000']],
    }),
    (value) => {
      const people = readPeople(most)(value);
      return people instanceof FieldError ? people : [...new Set(people.map(chatOf))];
    },
  );

/** Unknown fields are ignored for compatibility. */
export const lenient = { additionalProperties: true };

export const GroupQuery = Type.Object({ groupJid: GroupJid }, lenient);

/** A body that only names the group. */
export const NamedGroup = NamedObject('NamedGroup', { groupJid: GroupJid }, lenient);

/** Bodies of clients that name the group outside of the body. */
export const GroupBesideBody = NamedObject(
  'GroupBesideBody',
  {
    groupJid: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The group, if the body does not name it: its JID or the digits of the JID',
        examples: ['120363000000000001@g.us'],
      }),
    ),
  },
  lenient,
);

/** The body with the group that `query`, a `GroupBesideBody`, names; 400 when the body names another. */
export function bodyWithGroup(body: unknown, query: unknown) {
  const { groupJid } = query as Static<typeof GroupBesideBody>;
  if (groupJid === undefined || !isFields(body)) return body;
  if (body.groupJid !== undefined && body.groupJid !== groupJid)
    throw invalid('groupJid must be the same in query and body where both name it');
  return { ...body, groupJid };
}

export const GroupsQuery = Type.Object(
  {
    getParticipants: parsedBy(
      Type.Optional(
        Type.String({
          description: 'Whether to list the members: `true` (default) or `false`',
          examples: ['false'],
        }),
      ),
      (value) => {
        if (value === undefined || value === 'true') return true;
        return value === 'false' ? false : fieldError('not_boolean');
      },
    ),
  },
  lenient,
);

const Participant = NamedObject('GroupParticipant', {
  id: Type.String({ description: 'JID of the member, by phone number if that is known' }),
  phoneNumber: textOrNull('JID by phone number; null if unknown'),
  lid: textOrNull('LID, the address that hides the phone number'),
  admin: orNull(words('admin', 'superadmin')),
});

export const Participants = NamedObject('GroupParticipants', {
  participants: Type.Array(Participant),
});

export const GroupInfo = NamedObject('GroupInfo', {
  id: Type.String(),
  subject: Type.String(),
  subjectOwner: textOrNull('Who set it'),
  subjectTime: orNull(Type.Integer(), 'Seconds since 1970'),
  size: Type.Integer({ description: 'Number of members' }),
  creation: orNull(Type.Integer(), 'Seconds since 1970'),
  owner: textOrNull('Who created it'),
  desc: textOrNull('Its description'),
  descId: textOrNull('Id of the description, which changes with it'),
  restrict: Type.Boolean({
    description: 'Whether only admins change subject, description and picture',
  }),
  announce: Type.Boolean({ description: 'Whether only admins write' }),
  memberAddMode: words(...MEMBER_ADD_MODES),
  joinApprovalMode: Type.Boolean({
    description: 'Whether admins approve people who join by a link',
  }),
  ephemeralDuration: Type.Integer({
    description: 'Seconds after which messages disappear; 0 if they stay',
  }),
  isCommunity: Type.Boolean(),
  isCommunityAnnounce: Type.Boolean(),
  linkedParent: textOrNull('Community that the group belongs to'),
  participants: Type.Optional(Type.Array(Participant)),
});

export const toParticipant = ({ id, lid, admin }: GroupMember): Static<typeof Participant> => ({
  id,
  phoneNumber: isPhone(id) ? id : null,
  lid,
  admin,
});

export function toGroupInfo(
  { participants, ...group }: Group,
  withParticipants = true,
): Static<typeof GroupInfo> {
  const listed = withParticipants && { participants: participants.map(toParticipant) };
  return { ...group, size: participants.length, ...listed };
}

/** The two forms in which groups are answered. */
export interface GroupForm {
  readonly schema: TObject;
  from(group: Group, withParticipants?: boolean): Static<TObject>;
}

export const GROUP_FORM: GroupForm = { schema: GroupInfo, from: toGroupInfo };

/** This many members are about 50 KB of JSON. */
const MEMBERS_PER_PIECE = 500;

/** The groups as a JSON list, in pieces. */
export async function* listOf(
  groups: AsyncIterable<Group>,
  withParticipants: boolean,
  { from }: GroupForm,
): AsyncGenerator<string, void> {
  let before = '[';
  for await (const group of groups) {
    const info = JSON.stringify(from(group, false));
    yield before + (withParticipants ? info.slice(0, -1) : info);
    if (withParticipants) yield* participantsOf(group);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** The last field of a group, and its end. */
function* participantsOf({ participants }: Group): Generator<string, void> {
  yield ',"participants":[';
  for (let from = 0; from < participants.length; from += MEMBERS_PER_PIECE) {
    const part = participants.slice(from, from + MEMBERS_PER_PIECE).map(toParticipant);
    yield (from > 0 ? ',' : '') + JSON.stringify(part).slice(1, -1);
  }
  yield ']}';
}

export const MemberResults = Type.Array(
  NamedObject('GroupMemberResult', {
    status: Type.String({ description: '`200` if done, else the number of the refusal' }),
    jid: Type.String(),
    reason: textOrNull('Why it was not done, and what to do about it; null if it was done'),
    invite: orNull(
      Type.Object({
        code: Type.String(),
        expiration: Type.Integer({ description: 'Seconds since 1970' }),
      }),
      'Invitation for somebody who could not be added',
    ),
  }),
);

export const toMemberResults = (results: readonly MemberResult[]): Static<typeof MemberResults> =>
  results.map(({ status, ...result }) => ({ status: String(status), ...result }));
