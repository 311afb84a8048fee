/** Routes of /group. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { answerOnce, idempotencyKeyHeader } from '../../../http/idempotency.ts';
import { type AnswerDeps, answerAsMade } from '../../../http/large-answer.ts';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import { instanceFor } from '../guard.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import { CHANGES, CreatedGroup, type GroupChange, NewGroup } from './changes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { type InvitingDeps, invitingRoutes } from './inviting-routes.ts';
import {
  bodyWithGroup,
  GroupBesideBody,
  GroupInfo,
  GroupQuery,
  GroupsQuery,
  listOf,
  Participants,
  toGroupInfo,
  toMemberResults,
  toParticipant,
} from './model.ts';
import { type GroupDeps, groupDetail, onGroupsOf } from './operation.ts';
import { type GroupPictureDeps, groupPictureRoutes } from './picture-routes.ts';

type GroupRoutesDeps = GroupPictureDeps & InvitingDeps & AnswerDeps;

export const groupRoutes = (deps: GroupRoutesDeps) =>
  new Elysia({ name: 'group' })
    .use(lookUp(deps))
    .use(creation(deps))
    .use(CHANGES.map((change) => changeRoute(deps, change)))
    .use(groupPictureRoutes(deps))
    .use(leaving(deps))
    .use(invitationRoutes(deps))
    .use(invitingRoutes(deps));

const CACHED =
  'Answered from what is known, and asked of WhatsApp only the first time after a connection. ';

type LookUpDeps = GroupDeps & AnswerDeps;

const lookUp = (deps: LookUpDeps) =>
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
        response: { 200: GroupInfo, ...connectedFailures },
        detail: groupDetail('read', 'A group', CACHED),
      },
    )
    .get(
      '/group/fetchAllGroups/:instanceName',
      async ({ onGroups, query, request }) => {
        const { getParticipants } = checkedFields(GroupsQuery, query);
        const all = await onGroups(async (groups) => groups.all());
        return answerAsMade(deps, request, listOf(all, getParticipants));
      },
      {
        params: instanceParams,
        query: GroupsQuery,
        response: { 200: Type.Array(GroupInfo), ...connectedFailures },
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
        response: { 200: Participants, ...connectedFailures },
        detail: groupDetail('read', 'The members of a group', CACHED),
      },
    );

const creation = (deps: GroupRoutesDeps) =>
  new Elysia({ name: 'group-create' })
    .derive(({ request, params }) => ({ onGroups: onGroupsOf(deps, request, params) }))
    .post(
      '/group/create/:instanceName',
      async ({ onGroups, ...context }) => {
        const { instanceName } = context.params;
        const { id: instanceId } = instanceFor(context, deps.directory, instanceName);
        const group = checkedFields(NewGroup, context.body);
        const answer = async () => {
          const made = await onGroups((groups) => groups.create(group));
          const results = toMemberResults(made.results);
          const body = { ...toGroupInfo(made.group), results, problems: [...made.problems] };
          return { status: 201, body };
        };
        return answerOnce(context, deps.idempotency, answer, { instanceId });
      },
      {
        params: instanceParams,
        body: uncheckedBody(NewGroup),
        response: { 201: CreatedGroup, ...connectedFailures },
        detail: {
          ...groupDetail(
            'send',
            'Create a group',
            'Some people cannot be added: `results` says what became of each, `problems` what else could not be done. ',
          ),
          requestHeaders: [idempotencyKeyHeader],
        },
      },
    );

const changeRoute = (deps: GroupDeps, change: GroupChange) =>
  new Elysia({ name: `group-${change.name}` })
    .derive(({ request, params }) => ({ onGroups: onGroupsOf(deps, request, params) }))
    .post(
      `/group/${change.name}/:instanceName`,
      async ({ onGroups, body, query, status }) => {
        const act = change.read(bodyWithGroup(body, query));
        return status(201, await onGroups(act));
      },
      {
        params: instanceParams,
        query: GroupBesideBody,
        body: uncheckedBody(change.body),
        response: { 201: change.answer, ...connectedFailures },
        detail: groupDetail('send', change.summary, change.description),
      },
    );

const leaving = (deps: GroupDeps) =>
  new Elysia({ name: 'group-leave' })
    .derive(({ request, params }) => ({ onGroups: onGroupsOf(deps, request, params) }))
    .delete(
      '/group/leaveGroup/:instanceName',
      async ({ onGroups, query }) => {
        const { groupJid } = checkedFields(GroupQuery, query);
        await onGroups((groups) => groups.leave(groupJid));
        return { groupJid, leave: true as const };
      },
      {
        params: instanceParams,
        query: GroupQuery,
        response: {
          200: Type.Object({ groupJid: Type.String(), leave: Type.Literal(true) }),
          ...connectedFailures,
        },
        detail: groupDetail('send', 'Leave a group'),
      },
    );
