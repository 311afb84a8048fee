/** Paths of /group, /label and /unlabel, as Evolution Go has them. */

import { type Static, Type } from '@sinclair/typebox';
import { GROUP, JID, MEMBER_RESULT, OWN_JID } from '../../core/http/example-values.ts';
import { type Fields, fieldError } from '../../core/http/read-fields.ts';
import { invalid, invalidFields } from '../../core/shared/errors.ts';
import type { GroupInfo } from '../gateway/api.ts';
import {
  AnyValue,
  chat,
  flag,
  instant,
  integer,
  mapObject,
  mediaHeaders,
  messageId,
  optional,
  PICTURE_URL,
  picture,
  text,
  texts,
  word,
  yesNo,
} from './fields.ts';
import { type GoRow, type GoRows, keepingEmptyText, read, send } from './operation.ts';
import { people } from './people.ts';

type Info = Static<typeof GroupInfo>;

type Member = NonNullable<Info['participants']>[number];

const MemberData = mapObject<Member>({
  JID: [word, ({ id }) => id],
  PhoneNumber: [word, ({ phoneNumber }) => phoneNumber ?? ''],
  LID: [word, ({ lid }) => lid ?? ''],
  IsAdmin: [yesNo, ({ admin }) => admin !== null],
  IsSuperAdmin: [yesNo, ({ admin }) => admin === 'superadmin'],
});

const GroupData = mapObject<Info>(
  {
    JID: [word, ({ id }) => id],
    OwnerJID: [word, ({ owner }) => owner ?? ''],
    Name: [word, ({ subject }) => subject],
    NameSetAt: [word, ({ subjectTime }) => instant(subjectTime)],
    NameSetBy: [word, ({ subjectOwner }) => subjectOwner ?? ''],
    Topic: [text('Its description'), ({ desc }) => desc ?? ''],
    TopicID: [word, ({ descId }) => descId ?? ''],
    IsLocked: [yesNo, ({ restrict }) => restrict],
    IsAnnounce: [yesNo, ({ announce }) => announce],
    IsEphemeral: [yesNo, ({ ephemeralDuration }) => ephemeralDuration > 0],
    DisappearingTimer: [Type.Integer(), ({ ephemeralDuration }) => ephemeralDuration],
    IsParent: [yesNo, ({ isCommunity }) => isCommunity],
    LinkedParentJID: [word, ({ linkedParent }) => linkedParent ?? ''],
    IsJoinApprovalRequired: [yesNo, ({ joinApprovalMode }) => joinApprovalMode],
    GroupCreated: [word, ({ creation }) => instant(creation)],
    ParticipantCount: [Type.Integer(), ({ size }) => size],
    Participants: [
      Type.Array(MemberData.schema),
      ({ participants = [] }) => participants.map(MemberData.from),
    ],
  },
  {
    $id: 'EvolutionGoGroup',
    description: 'A group; what WhatsApp does not show the account is empty',
  },
);

const bare = (jid: string | null) => jid?.replace(/:\d+@/, '@') ?? null;

const LINK_CHARACTERS_MAX = 128;

interface RequestToJoin {
  readonly jid: string;
  readonly requestedAt: number | null;
}

const JoinRequest = mapObject<RequestToJoin>({
  JID: [word, ({ jid }) => jid],
  RequestedAt: [
    text('When the person asked; empty if unknown'),
    ({ requestedAt }) => instant(requestedAt),
  ],
});

interface GroupCreation extends Info {
  readonly results: readonly { readonly status: string; readonly jid: string }[];
}

const ALL = 'GET /group/fetchAllGroups/:instanceName?getParticipants=true';
const groupJid = text(
  'JID of the group, such as `120363000000000001@g.us`',
  '120363000000000001@g.us',
);
const OUTCOMES = Type.Array(AnyValue, { description: 'Outcome for each person' });

export const GROUPS: GoRows = {
  'GET /group/list': read('List the groups of the account', {
    operation: ALL,
    data: Type.Array(GroupData.schema),
    answer: (groups: readonly Info[]) => groups.map(GroupData.from),
  }),
  'GET /group/myall': read('List the groups that the account has created', {
    operation: ALL,
    data: Type.Array(GroupData.schema),
    answer: (groups: readonly Info[], { instance }) =>
      groups.filter(({ owner }) => bare(owner) === bare(instance.ownerJid)).map(GroupData.from),
  }),
  'POST /group/info': read('Get a group', {
    body: { groupJid },
    operation: 'GET /group/findGroupInfos/:instanceName?groupJid=:groupJid',
    data: GroupData.schema,
    answer: GroupData.from,
  }),
  'POST /group/invitelink': send('Get the invitation link of a group', {
    description: 'Returns the invitation link of a group; `reset` replaces it first.',
    body: { groupJid, reset: flag('Whether to replace the link with a new one') },
    operation: ({ reset }) =>
      reset === true
        ? 'POST /group/revokeInviteCode/:instanceName?groupJid=:groupJid'
        : 'GET /group/inviteCode/:instanceName?groupJid=:groupJid',
    mapBody(fields) {
      if (['boolean', 'undefined'].includes(typeof fields.reset)) return fields;
      throw invalidFields(fieldError('not_boolean').problemsOf('reset'));
    },
    data: Type.String(),
    answer: ({ inviteUrl }: { inviteUrl: string }) => inviteUrl,
  }),
  'POST /group/join': send('Join a group by its invitation link', {
    body: {
      code: text(
        'Code of the invitation, or the whole link that ends in it',
        'AbCdEfGhIjKlMnOpQrStUv',
      ),
    },
    operation: 'GET /group/acceptInviteCode/:instanceName?inviteCode=:code',
    refusals: { inviteCode: 'code' },
    mapBody(fields) {
      const { code } = fields;
      if (typeof code === 'string' && code.length <= LINK_CHARACTERS_MAX) return fields;
      throw invalid(`code must be a text of at most ${LINK_CHARACTERS_MAX} characters`);
    },
    data: Type.Object({ accepted: Type.Boolean(), groupJid: Type.String() }),
  }),
  'POST /group/leave': send('Leave a group', {
    body: { groupJid },
    operation: 'DELETE /group/leaveGroup/:instanceName?groupJid=:groupJid',
  }),
  'POST /group/requests': read('List the requests to join a group', {
    body: { groupJid },
    operation: 'GET /group/joinRequests/:instanceName?groupJid=:groupJid',
    data: Type.Array(JoinRequest.schema),
    answer: ({ requests }: { requests: readonly RequestToJoin[] }) =>
      requests.map(JoinRequest.from),
  }),
  'POST /group/name': send('Rename a group', {
    body: { groupJid, name: text('New name of the group, 1-100 characters', 'Customers') },
    operation: 'POST /group/updateGroupSubject/:instanceName',
    names: { name: 'subject' },
  }),
  'POST /group/description': send('Set the description of a group', {
    body: {
      groupJid,
      description: text(
        'Description of the group; empty removes the description',
        'Orders of the day',
      ),
    },
    operation: 'POST /group/updateGroupDescription/:instanceName',
    mapBody: keepingEmptyText('description'),
  }),
  'POST /group/photo': send('Set the picture of a group', {
    body: {
      groupJid,
      image: picture,
      mediaHeaders,
    },
    takesFiles: true,
    example: { groupJid: GROUP, image: PICTURE_URL },
    operation: 'POST /group/updateGroupPicture/:instanceName',
  }),
  'POST /group/participant': send('Add, remove, promote or demote members of a group', {
    body: {
      groupJid,
      participants: people,
      action: text('Change for them: add, remove, promote or demote', 'add'),
    },
    exampleData: [MEMBER_RESULT],
    operation: 'POST /group/updateParticipant/:instanceName',
    data: OUTCOMES,
    answer: ({ updateParticipants }: { updateParticipants: unknown }) => updateParticipants,
  }),
  'POST /group/requests/update': send('Approve or reject requests to join a group', {
    body: {
      groupJid,
      participants: people,
      action: text('Whether to let them in: approve or reject', 'approve'),
    },
    exampleData: [MEMBER_RESULT],
    operation: 'POST /group/updateJoinRequests/:instanceName',
    data: OUTCOMES,
    answer: ({ updateJoinRequests }: { updateJoinRequests: unknown }) => updateJoinRequests,
  }),
  'POST /group/settings': send('Set who may write in a group, and who may change it', {
    body: {
      groupJid,
      action: text(
        'Rule to set: announcement: only admins write; locked: only admins change the group; or not_announcement, unlocked',
        'announcement',
      ),
    },
    operation: 'POST /group/updateSetting/:instanceName',
  }),
  'POST /group/create': send('Create a group', {
    body: {
      groupName: text('Name of the group, of 1-100 characters', 'Orders'),
      participants: people,
    },
    exampleData: { jid: GROUP, name: 'Orders', owner: OWN_JID, added: [JID], failed: [] },
    operation: 'POST /group/create/:instanceName',
    names: { groupName: 'subject' },
    data: Type.Object({
      jid: Type.String(),
      name: Type.String(),
      owner: Type.String(),
      added: texts('JIDs'),
      failed: texts('JIDs of those who could not be added'),
    }),
    answer: ({ id, subject, owner, participants = [], results }: GroupCreation) => ({
      jid: id,
      name: subject,
      owner: owner ?? '',
      added: participants.map((one) => one.id),
      failed: results.filter(({ status }) => status !== '200').map(({ jid }) => jid),
    }),
  }),
};

const labelling = (summary: string, action: 'add' | 'remove') =>
  send(summary, {
    body: {
      jid: chat,
      labelId: text('Id of the label, `label_id` in the answer of /label/list', '7'),
    },
    operation: 'POST /label/handleLabel/:instanceName',
    names: { jid: 'number' },
    defaults: { action },
  });
const labellingMessage = (summary: string, action: 'add' | 'remove'): GoRow => ({
  ...labelling(summary, action),
  description:
    'Adds the label to a message, or removes it; the message was sent or received through the instance.',
  body: { ...labelling(summary, action).body, messageId },
  mapBody(fields) {
    if (fields.messageId === undefined) throw invalid('messageId is required');
    return fields;
  },
});

const LabelData = mapObject<Fields>({
  instance_id: [word, ({ instanceId }) => instanceId],
  label_id: [word, ({ id }) => id],
  label_name: [word, ({ name }) => name],
  label_color: [text('Index of the colour in WhatsApp’s list'), ({ color }) => String(color)],
  predefined_id: [
    text('Id of a label that every account has; empty if the account made it'),
    ({ predefinedId }) => predefinedId ?? '',
  ],
});

export const LABELS: GoRows = {
  'GET /label/list': read('List the labels of the account', {
    operation: 'GET /label/findLabels/:instanceName',
    whole: Type.Array(LabelData.schema),
    answer: (labels: readonly Fields[], { instance }) =>
      labels.map((label) => LabelData.from({ ...label, instanceId: instance.id })),
  }),
  'POST /label/chat': labelling('Add a label to a chat', 'add'),
  'POST /unlabel/chat': labelling('Remove a label from a chat', 'remove'),
  'POST /label/message': labellingMessage('Add a label to a message', 'add'),
  'POST /unlabel/message': labellingMessage('Remove a label from a message', 'remove'),
  'POST /label/edit': send('Create, change or delete a label', {
    body: {
      labelId: optional('Id of the label, 1-10 digits; absent creates a label with a free id', '7'),
      name: optional(
        'Name of the label as people see it; absent keeps it, but a new label needs one',
        'New customer',
      ),
      color: integer('Index of the colour in WhatsApp’s list, 0-19', 1),
      deleted: flag('Whether to delete the label; default false'),
    },
    example: { name: 'New customer', color: 1 },
    operation: 'POST /label/edit/:instanceName',
  }),
};
