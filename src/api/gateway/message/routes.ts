/** Routes of /message, and those of /chat that send. */
import type { Static, TObject } from '@sinclair/typebox';
import { Elysia } from 'elysia';

import { answerOnce } from '../../../http/idempotency.ts';
import { checkedFields, uncheckedBody, uncheckedForm } from '../../../http/read-fields.ts';

import { SHOWS_CHOICES } from '../../../providers/provider.ts';
import { createMediaSender, type MediaSenderDeps, type SendMedia } from '../../../sending/media.ts';
import { createLinkPreviews, type PreviewDeps } from '../../../sending/preview/link-preview.ts';
import { createSender, type SenderDeps } from '../../../sending/sender.ts';
import { type WhenFields, whenOf } from '../../../sending/when.ts';
import type { UrlGuard } from '../../../webhooks/url.ts';
import { instanceFor } from '../guard.ts';
import { instanceParams } from '../operation.ts';
import { deleteMessageForEveryone, updateMessage } from './change-sent.ts';
import { sendContact } from './contacts.ts';
import { forward } from './forward.ts';
import { sendButtons, sendList } from './interactive.ts';
import { sendLocation } from './location.ts';
import { MEDIA_OPERATIONS, type MediaOperation } from './media-operations.ts';
import { MessageSent, toMessageSent } from './model.ts';
import { flatBody } from './older-bodies.ts';
import { type SendDeps, type SendOperation, sendDetail, sendFailures } from './operation.ts';
import { sendPoll } from './poll.ts';
import { sendPollVote } from './poll-vote.ts';
import { postingRoutes } from './posting-routes.ts';
import { sendReaction } from './reaction.ts';
import { type ScheduledDeps, scheduledRoutes } from './scheduled-routes.ts';
import { type MessageStatusDeps, messageStatus } from './status-routes.ts';
import { sendText } from './text.ts';

interface MessageDeps
  extends Omit<MediaSenderDeps, 'send'>,
    Omit<SendDeps, 'send' | 'previewOf'>,
    SenderDeps,
    PreviewDeps,
    ScheduledDeps,
    MessageStatusDeps {
  readonly guard: UrlGuard;
  readonly messages: SendDeps['messages'] & MessageStatusDeps['messages'];
  readonly queued: SenderDeps['queued'] & ScheduledDeps['queued'];
  readonly clock: MediaSenderDeps['clock'];
}

export function messageRoutes(given: MessageDeps) {
  const send = createSender(given);
  const previewOf = createLinkPreviews(given);
  const sendMedia = createMediaSender({ ...given, send });
  const deps = { ...given, previewOf, send, sendMedia };
  return new Elysia({ name: 'message' })
    .use(sendRoute(deps, sendText))
    .use(sendRoute(deps, sendLocation))
    .use(sendRoute(deps, sendContact))
    .use(sendRoute(deps, sendPoll))
    .use(sendRoute(deps, sendPollVote))
    .use(sendRoute(deps, sendReaction))
    .use(sendRoute(deps, forward))
    .use(sendRoute(deps, updateMessage))
    .use(sendRoute(deps, deleteMessageForEveryone))
    .use(sendRoute(deps, sendList))
    .use(sendRoute(deps, sendButtons))
    .use(mediaRoutes(deps))
    .use(postingRoutes(deps))
    .use(messageStatus(deps))
    .use(scheduledRoutes(deps));
}

const sendRoute = <S extends TObject>(
  { directory, send, idempotency, messages, clock, previewOf }: SendDeps,
  operation: SendOperation<S>,
) => {
  const { name, schema, compose, summary, description } = operation;
  const { method = 'POST', path = `/message/${name}`, status = 201 } = operation;
  return new Elysia({ name: `message-${name}` }).route(
    method,
    `${path}/:instanceName`,
    async (context) => {
      const { id, provider } = instanceFor(context, directory, context.params.instanceName);
      // The cast: a schema of its own needs no context to be read.
      const fields = (checkedFields as (schema: S, body: unknown) => Static<S>)(
        schema,
        flatBody(context.body),
      );
      const answer = async () => {
        // Operations whose messages never wait do without these fields.
        const when = whenOf(fields as WhenFields, clock.now());
        const find = (messageId: string) => messages.find(id, messageId);
        const preview = (text: string) => previewOf(id, text, context.request.signal);
        const message = await compose(fields, find, preview, SHOWS_CHOICES.has(provider));
        return { status, body: toMessageSent(id, await send(id, { message }, when)) };
      };
      return answerOnce(context, idempotency, answer, { instanceId: id });
    },
    {
      params: instanceParams,
      body: uncheckedBody(schema),
      response: { [status]: MessageSent, ...sendFailures, ...operation.failures },
      detail: sendDetail(summary, description),
    },
  );
};

type MediaRouteDeps = MessageDeps & { readonly sendMedia: SendMedia };

function mediaRoutes(deps: MediaRouteDeps) {
  const routes = new Elysia({ name: 'message-files' });
  for (const operation of MEDIA_OPERATIONS) routes.use(mediaRoute(deps, operation));
  return routes;
}

const mediaRoute = (
  { directory, idempotency, guard, sendMedia }: MediaRouteDeps,
  { name, summary, description, schema, fileField, parse }: MediaOperation,
) =>
  new Elysia({ name: `message-${name}` }).post(
    `/message/${name}/:instanceName`,
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const message = parse(flatBody(context.body), guard);
      const answer = async () => ({
        status: 201,
        body: toMessageSent(id, await sendMedia(id, message, context.request.signal)),
      });
      return answerOnce(context, idempotency, answer, { instanceId: id });
    },
    {
      params: instanceParams,
      body: uncheckedForm(schema, fileField),
      response: { 201: MessageSent, ...sendFailures },
      detail: sendDetail(summary, description),
    },
  );
