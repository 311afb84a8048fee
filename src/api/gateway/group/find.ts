/** Looking groups up. */
import { Type } from '@sinclair/typebox';
import { answerAsMade } from '../../../http/large-answer.ts';
import {
  GroupInfo,
  GroupQuery,
  GroupsQuery,
  listOf,
  Participants,
  toGroupInfo,
  toParticipant,
} from './model.ts';
import { groupOperation } from './operation.ts';

const CACHED =
  'Answered from what is known, and asked of WhatsApp only the first time after a connection.';

export const findGroupInfos = groupOperation('GET /group/findGroupInfos/:instanceName', {
  scope: 'read',
  summary: 'A group',
  description: CACHED,
  query: GroupQuery,
  answer: GroupInfo,
  act: async (groups, { query }) => toGroupInfo(await groups.find(query.groupJid)),
});

export const fetchAllGroups = groupOperation('GET /group/fetchAllGroups/:instanceName', {
  scope: 'read',
  summary: 'All groups that the account is in',
  description: CACHED,
  query: GroupsQuery,
  answer: Type.Array(GroupInfo),
  agent: { tool: 'list_groups', effect: 'reads' },
  act: async (groups, { query, request, parts }) =>
    answerAsMade(parts, request, listOf(groups.all(), query.getParticipants)),
});

export const participants = groupOperation('GET /group/participants/:instanceName', {
  scope: 'read',
  summary: 'The members of a group',
  description: CACHED,
  query: GroupQuery,
  answer: Participants,
  async act(groups, { query }) {
    const group = await groups.find(query.groupJid);
    return { participants: group.participants.map(toParticipant) };
  },
});
