/** Routes of /message. */
import type { Static, TObject } from '@sinclair/typebox';
import { Elysia } from 'elysia';

import { answerOnce } from '../../http/idempotency.ts';
import { checkedFields, uncheckedBody } from '../../http/read-fields.ts';

import type { UrlGuard } from '../../webhooks/url.ts';
import { instanceFor } from '../guard.ts';
import { instanceParams } from '../operation.ts';
import { createMediaSender, type MediaSenderDeps } from './media.ts';
import { MediaMessage, parseMedia } from './media-fields.ts';
import { MessageSent, toMessageSent } from './model.ts';
import { type SendDeps, type SendOperation, sendDetail, sendFailures } from './operation.ts';
import { sendMessage } from './sending.ts';
import { type MessageStatusDeps, messageStatus } from './status-routes.ts';
import { sendText } from './text.ts';

interface MessageDeps extends MediaSenderDeps, SendDeps, MessageStatusDeps {
  readonly guard: UrlGuard;
  readonly messages: SendDeps['messages'] & MessageStatusDeps['messages'];
}

export const messageRoutes = (deps: MessageDeps) =>
  new Elysia({ name: 'message' })
    .use(sendRoute(deps, sendText))
    .use(mediaRoute(deps))
    .use(messageStatus(deps));

const sendRoute = <S extends TObject>(
  { directory, sessions, idempotency, messages }: SendDeps,
  { name, summary, description, schema, compose }: SendOperation<S>,
) =>
  new Elysia({ name: `message-${name}` }).post(
    `/message/${name}/:instanceName`,
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      // The cast: a schema of its own needs no context to be read.
      const fields = (checkedFields as (schema: S, body: unknown) => Static<S>)(
        schema,
        context.body,
      );
      return answerOnce(context, idempotency, async () => {
        const message = await compose(fields, (messageId) => messages.find(id, messageId));
        return { status: 201, body: toMessageSent(id, await sendMessage(sessions, id, message)) };
      });
    },
    {
      params: instanceParams,
      body: uncheckedBody(schema),
      response: { 201: MessageSent, ...sendFailures },
      detail: sendDetail(summary, description),
    },
  );

const mediaRoute = (deps: MessageDeps) => {
  const { directory, idempotency, guard } = deps;
  const sendMedia = createMediaSender(deps);
  return new Elysia({ name: 'message-media' }).post(
    '/message/sendMedia/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const message = parseMedia(context.body, guard);
      return answerOnce(context, idempotency, async () => ({
        status: 201,
        body: toMessageSent(id, await sendMedia(id, message, context.request.signal)),
      }));
    },
    {
      params: instanceParams,
      body: uncheckedBody(MediaMessage),
      response: { 201: MessageSent, ...sendFailures },
      detail: sendDetail(
        'Send an image, a video, audio or a document',
        'A URL is fetched within 30 seconds, without following redirects, and only from where webhooks may go; a file that cannot be fetched is a bad request, one of more than 16 MiB is too large. ',
      ),
    },
  );
};
