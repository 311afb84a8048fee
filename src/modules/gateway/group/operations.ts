/** The operations on groups. */

import { Type } from '@sinclair/typebox';
import { streamJson } from '../../../core/http/large-answer.ts';
import type { Operation } from '../operation.ts';
import {
  createGroup,
  leaveGroup,
  toggleEphemeral,
  updateGroupDescription,
  updateGroupPicture,
  updateGroupSubject,
  updateJoinRequests,
  updateMemberAddMode,
  updateParticipant,
  updateSetting,
} from './changes.ts';
import {
  acceptInviteCode,
  inviteCode,
  inviteInfo,
  joinRequests,
  revokeInviteCode,
  sendInvite,
} from './invitations.ts';
import {
  GROUP_FORM,
  type GroupForm,
  GroupQuery,
  GroupsQuery,
  listOf,
  Participants,
  toParticipant,
} from './model.ts';
import { groupOperation } from './operation.ts';

const CACHED =
  'Returns what is known of the group, and asks WhatsApp only the first time after a connection.';

const findGroupInfos = ({ schema, from }: GroupForm) =>
  groupOperation('GET /group/findGroupInfos/:instanceName', {
    scope: 'read',
    summary: 'Get a group',
    description: CACHED,
    query: GroupQuery,
    answer: schema,
    act: async (groups, { query }) => from(await groups.find(query.groupJid)),
  });

const fetchAllGroups = (form: GroupForm) =>
  groupOperation('GET /group/fetchAllGroups/:instanceName', {
    scope: 'read',
    summary: 'List the groups of the account',
    description: CACHED,
    query: GroupsQuery,
    answer: Type.Array(form.schema),
    agent: { tool: 'list_groups', effect: 'reads' },
    act: async (groups, { query, request, parts }) =>
      streamJson(parts, request, listOf(groups.all(), query.getParticipants, form)),
  });

const participants = groupOperation('GET /group/participants/:instanceName', {
  scope: 'read',
  summary: 'List the members of a group',
  description: CACHED,
  query: GroupQuery,
  answer: Participants,
  async act(groups, { query }) {
    const group = await groups.find(query.groupJid);
    return { participants: group.participants.map(toParticipant) };
  },
});

/** The operations that answer groups in this form. */
const groupLookups = (form: GroupForm): readonly Operation[] => [
  findGroupInfos(form),
  fetchAllGroups(form),
];

/** The operations that answer whole groups, in this form. */
export const groupOperationsIn = (form: GroupForm): readonly Operation[] => [
  ...groupLookups(form),
  createGroup(form),
  inviteInfo(form),
];

export const GROUP_OPERATIONS: readonly Operation[] = [
  ...groupOperationsIn(GROUP_FORM),
  participants,
  updateJoinRequests,
  updateGroupSubject,
  updateGroupDescription,
  updateParticipant,
  updateSetting,
  updateMemberAddMode,
  toggleEphemeral,
  updateGroupPicture,
  leaveGroup,
  inviteCode,
  revokeInviteCode,
  joinRequests,
  acceptInviteCode,
  sendInvite,
];
