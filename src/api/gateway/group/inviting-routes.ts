/** Route by which the link of a group is sent to people. */
import { Elysia } from 'elysia';
import {
  answerOnce,
  type IdempotencyStore,
  idempotencyKeyHeader,
} from '../../../http/idempotency.ts';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import type { Send } from '../../../sending/sender.ts';
import { instanceFor } from '../guard.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import { inviteUrlOf } from './invitation-routes.ts';
import { InvitationsSent, NewInvitations, sendToEach } from './inviting.ts';
import { bodyWithGroup, GroupBesideBody } from './model.ts';
import { type GroupDeps, groupDetail, onGroupsOf } from './operation.ts';

export interface InvitingDeps extends GroupDeps {
  readonly idempotency: IdempotencyStore;
  readonly send: Send;
}

export const invitingRoutes = (deps: InvitingDeps) =>
  new Elysia({ name: 'group-inviting' })
    .derive(({ request, params }) => ({ onGroups: onGroupsOf(deps, request, params) }))
    .post(
      '/group/sendInvite/:instanceName',
      async ({ onGroups, query, ...context }) => {
        const { id: instanceId } = instanceFor(
          context,
          deps.directory,
          context.params.instanceName,
        );
        const body = bodyWithGroup(context.body, query);
        const { groupJid, description = '', numbers: people } = checkedFields(NewInvitations, body);
        const answer = async () => {
          const inviteUrl = inviteUrlOf(await onGroups((groups) => groups.inviteCode(groupJid)));
          const text = description === '' ? inviteUrl : `${description}\n\n${inviteUrl}`;
          const results = await sendToEach(deps.send, { instanceId, people, text });
          const send = results.some(({ status }) => status !== 'FAILED');
          return { status: 200, body: { send, inviteUrl, results } };
        };
        return answerOnce(context, deps.idempotency, answer, { instanceId });
      },
      {
        params: instanceParams,
        query: GroupBesideBody,
        body: uncheckedBody(NewInvitations),
        response: { 200: InvitationsSent, ...connectedFailures },
        detail: {
          ...groupDetail(
            'send',
            'Send people the link of a group',
            'Each gets it as a text of its own, which waits in the queue where sending has a pace; `results` says what became of each. ',
          ),
          requestHeaders: [idempotencyKeyHeader],
        },
      },
    );
