/** Operations that change groups, also creating and leaving them. */
import { Type } from '@sinclair/typebox';
import {
  GROUP,
  MEMBER_RESULT,
  NUMBER,
  PICTURE,
  SECOND_NUMBER,
} from '../../../core/http/example-values.ts';
import { Choice, Flag, Text } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { checkedFields, optional, words } from '../../../core/http/read-fields.ts';
import {
  GROUP_SETTINGS,
  JOIN_ANSWERS,
  MEMBER_ACTIONS,
  MEMBER_ADD_MODES,
} from '../../../core/providers/groups.ts';
import { mediaHeaders, withMediaHeaders } from '../../../core/sending/media-headers.ts';
import { requireConnected } from '../../../core/sending/sender.ts';
import { readBody } from '../body.ts';
import { GATEWAY_RECORDS } from '../examples/records.ts';
import { instanceOperation } from '../operation.ts';
import { PICTURE_OPERATION, pictureField } from '../profile-picture.ts';
import {
  bodyWithGroup,
  GroupBesideBody,
  type GroupForm,
  GroupJid,
  lenient,
  MemberResults,
  peopleField,
  toMemberResults,
} from './model.ts';
import { callGroups, GROUP_ONLY, groupOperation, groupWith, LIMITS } from './operation.ts';

const SUBJECT_CHARACTERS_MAX = 100;
const DESCRIPTION_CHARACTERS_MAX = 2_048;
const PEOPLE_MAX = 1_024;

const Subject = Text({
  minLength: 1,
  maxLength: SUBJECT_CHARACTERS_MAX,
  description: `Name of the group, 1-${SUBJECT_CHARACTERS_MAX} characters, such as \`Customers\``,
  examples: ['Customers'],
});

const Description = Text({
  maxLength: DESCRIPTION_CHARACTERS_MAX,
  description: `Description of the group, at most ${DESCRIPTION_CHARACTERS_MAX} characters, such as \`Orders of the day\`; empty for no description`,
  examples: ['Orders of the day'],
});

const People = peopleField(PEOPLE_MAX);

/** Shared by all changes of one group. */
const CHANGE = { scope: 'send', query: GroupBesideBody, status: 201 } as const;

const Updated = NamedObject('GroupUpdated', { update: Type.Literal('success') });
const updated = { update: 'success' } as const;

const EPHEMERAL_SECONDS = [0, 86_400, 604_800, 7_776_000] as const;

export const updateJoinRequests = groupOperation('POST /group/updateJoinRequests/:instanceName', {
  ...CHANGE,
  summary: 'Approve or reject requests to join a group',
  description:
    'Answers requests to join and returns what became of each; 404 for people who do not ask.',
  body: groupWith({
    action: Choice(JOIN_ANSWERS, { description: 'Whether to approve or reject the requests' }),
    participants: People,
  }),
  answer: Type.Object({ updateJoinRequests: MemberResults }),
  example: {
    body: { groupJid: GROUP, action: 'approve', participants: [SECOND_NUMBER] },
    answer: { updateJoinRequests: [MEMBER_RESULT] },
  },
  act: async (groups, { body: { groupJid, action, participants } }) => ({
    updateJoinRequests: toMemberResults(
      await groups.answerJoinRequests(groupJid, action, participants),
    ),
  }),
});

export const updateGroupSubject = groupOperation('POST /group/updateGroupSubject/:instanceName', {
  ...CHANGE,
  summary: 'Rename a group',
  description: 'Gives the group a new name, which every member sees.',
  body: groupWith({ subject: Subject }),
  answer: Updated,
  async act(groups, { body: { groupJid, subject } }) {
    await groups.rename(groupJid, subject);
    return updated;
  },
});

export const updateGroupDescription = groupOperation(
  'POST /group/updateGroupDescription/:instanceName',
  {
    ...CHANGE,
    summary: 'Set the description of a group',
    description: 'Sets the description; an empty text removes it.',
    body: groupWith({ description: Description }),
    answer: Updated,
    async act(groups, { body: { groupJid, description } }) {
      await groups.describe(groupJid, description);
      return updated;
    },
  },
);

export const updateParticipant = groupOperation('POST /group/updateParticipant/:instanceName', {
  ...CHANGE,
  summary: 'Add, remove, promote or demote members of a group',
  description:
    'Changes the members and returns a status for each person. 403: they let only contacts add them; an invitation is there if WhatsApp gives one. 404: they are not on WhatsApp or not in the group. 408: they left lately. 409: they are in the group already.',
  body: groupWith({
    action: Choice(MEMBER_ACTIONS, {
      description: 'Change for the participants: `promote` makes them admins, `demote` ends that',
    }),
    participants: People,
  }),
  answer: Type.Object({ updateParticipants: MemberResults }),
  example: {
    body: { groupJid: GROUP, action: 'add', participants: [SECOND_NUMBER] },
    answer: { updateParticipants: [MEMBER_RESULT] },
  },
  act: async (groups, { body: { groupJid, action, participants } }) => ({
    updateParticipants: toMemberResults(await groups.changeMembers(groupJid, action, participants)),
  }),
});

export const updateSetting = groupOperation('POST /group/updateSetting/:instanceName', {
  ...CHANGE,
  summary: 'Set who may write in a group, and who may change it',
  description:
    'Changes one of two rules: with `announcement` only admins write; with `locked` only admins change subject, description and picture.',
  body: groupWith({
    action: Choice(GROUP_SETTINGS, {
      description:
        'Rule to set: with `announcement` only admins write, with `locked` only admins change the group; the other two lift these rules',
    }),
  }),
  answer: Type.Object({ updateSetting: words(...GROUP_SETTINGS) }),
  async act(groups, { body: { groupJid, action } }) {
    await groups.set(groupJid, action);
    return { updateSetting: action };
  },
});

export const updateMemberAddMode = groupOperation('POST /group/updateMemberAddMode/:instanceName', {
  ...CHANGE,
  summary: 'Set who may add members to a group',
  description:
    'Sets who may add members: only admins (`admin_add`), or everybody in the group (`all_member_add`).',
  body: groupWith({
    mode: Choice(MEMBER_ADD_MODES, {
      description: 'Who may add members: only admins, or everybody in the group',
    }),
  }),
  answer: Type.Object({ updateMemberAddMode: words(...MEMBER_ADD_MODES) }),
  async act(groups, { body: { groupJid, mode } }) {
    await groups.setMemberAddMode(groupJid, mode);
    return { updateMemberAddMode: mode };
  },
});

export const toggleEphemeral = groupOperation('POST /group/toggleEphemeral/:instanceName', {
  ...CHANGE,
  summary: 'Set how long messages of a group stay before they disappear',
  description: '0: they stay.',
  body: groupWith({
    expiration: Choice(EPHEMERAL_SECONDS, {
      description: 'Seconds after which messages disappear: a day, 7 or 90 days; 0 for never',
    }),
  }),
  answer: Type.Object({ success: Type.Literal(true) }),
  example: { body: { groupJid: GROUP, expiration: 86400 } },
  async act(groups, { body: { groupJid, expiration } }) {
    await groups.setEphemeral(groupJid, expiration);
    return { success: true as const };
  },
});

const NewGroup = NamedObject(
  'NewGroup',
  {
    subject: Subject,
    description: optional(Description),
    participants: People,
    promoteParticipants: optional(
      Flag({ description: 'Whether to make the participants admins of the group; default false' }),
    ),
  },
  lenient,
);

const creationResults = Type.Object({
  results: MemberResults,
  problems: Type.Array(Type.String()),
});

export const createGroup = ({ schema, from }: GroupForm) =>
  groupOperation('POST /group/create/:instanceName', {
    scope: 'send',
    summary: 'Create a group',
    description:
      'Creates a group. Some people cannot be added: `results` says what became of each, and `problems` what else could not be done.',
    body: NewGroup,
    status: 201,
    answer: Type.Composite([schema, creationResults]),
    idempotency: 'undecided',
    example: {
      body: { subject: 'Orders', participants: [NUMBER] },
      answer: { ...GATEWAY_RECORDS.GroupInfo, results: [MEMBER_RESULT], problems: [] },
    },
    async act(groups, { body: { description = '', promoteParticipants = false, ...named } }) {
      const { group, results, problems } = await groups.create({
        ...named,
        description,
        promoteParticipants,
      });
      return {
        ...from(group),
        results: toMemberResults(results),
        problems: [...problems],
      };
    },
  });

export const leaveGroup = groupOperation('DELETE /group/leaveGroup/:instanceName', {
  scope: 'send',
  summary: 'Leave a group',
  description: 'Takes the account out of the group.',
  ...GROUP_ONLY,
  answer: Type.Object({ groupJid: Type.String(), leave: Type.Literal(true) }),
  async act(groups, { body: { groupJid } }) {
    await groups.leave(groupJid);
    return { groupJid, leave: true as const };
  },
});

const NewPicture = NamedObject(
  'NewGroupPicture',
  { groupJid: GroupJid, image: pictureField, mediaHeaders },
  lenient,
);

export const updateGroupPicture = instanceOperation(
  'POST /group/updateGroupPicture/:instanceName',
  {
    ...CHANGE,
    tag: 'Groups',
    summary: 'Set the picture of a group',
    description: `${PICTURE_OPERATION} ${LIMITS}`,
    resolveInstanceBeforeBody: true,
    body: readBody(NewPicture, (body, { guard }, { query }) =>
      checkedFields(NewPicture, bodyWithGroup(body, query), guard),
    ),
    takesFiles: true,
    answer: Updated,
    failures: ['CONFLICT'],
    example: { body: { groupJid: GROUP, image: PICTURE } },
    async run(
      { sessions, readPicture },
      { instance, body: { groupJid, image, mediaHeaders: headers }, request },
    ) {
      requireConnected(instance);
      const jpeg = await readPicture({
        instanceId: instance.id,
        field: 'image',
        file: withMediaHeaders(image.file, headers),
        signal: request.signal,
      });
      await callGroups(sessions, instance, (groups) => groups.setPicture(groupJid, jpeg));
      return updated;
    },
  },
);
