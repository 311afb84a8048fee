/** Routes of /group. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { checkedFields } from '../../http/read-fields.ts';
import { instanceParams } from '../operation.ts';
import {
  GroupInfo,
  GroupQuery,
  GroupsQuery,
  Participants,
  toGroupInfo,
  toParticipant,
} from './model.ts';
import { type GroupDeps, groupDetail, groupFailures, onGroupsOf } from './operation.ts';

export const groupRoutes = (deps: GroupDeps) => new Elysia({ name: 'group' }).use(lookUp(deps));

const CACHED =
  'Answered from what is known, and asked of WhatsApp only the first time after a connection. ';

const lookUp = (deps: GroupDeps) =>
  new Elysia({ name: 'group-look-up' })
    .derive(({ request, params }) => ({ onGroups: onGroupsOf(deps, request, params) }))
    .get(
      '/group/findGroupInfos/:instanceName',
      async ({ onGroups, query }) => {
        const { groupJid } = checkedFields(GroupQuery, query);
        return toGroupInfo(await onGroups((groups) => groups.find(groupJid)));
      },
      {
        params: instanceParams,
        query: GroupQuery,
        response: { 200: GroupInfo, ...groupFailures },
        detail: groupDetail('read', 'A group', CACHED),
      },
    )
    .get(
      '/group/fetchAllGroups/:instanceName',
      async ({ onGroups, query }) => {
        const { getParticipants } = checkedFields(GroupsQuery, query);
        const all = await onGroups((groups) => groups.all());
        return all.map((group) => toGroupInfo(group, getParticipants));
      },
      {
        params: instanceParams,
        query: GroupsQuery,
        response: { 200: Type.Array(GroupInfo), ...groupFailures },
        detail: groupDetail('read', 'All groups that the account is in', CACHED),
      },
    )
    .get(
      '/group/participants/:instanceName',
      async ({ onGroups, query }) => {
        const { groupJid } = checkedFields(GroupQuery, query);
        const group = await onGroups((groups) => groups.find(groupJid));
        return { participants: group.participants.map(toParticipant) };
      },
      {
        params: instanceParams,
        query: GroupQuery,
        response: { 200: Participants, ...groupFailures },
        detail: groupDetail('read', 'The members of a group', CACHED),
      },
    );
