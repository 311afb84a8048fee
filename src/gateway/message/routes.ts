/** Routes of /message. */
import { Elysia } from 'elysia';
import { failures } from '../../http/failures.ts';
import { answerOnce, type IdempotencyStore } from '../../http/idempotency.ts';
import { checkedFields, uncheckedBody } from '../../http/read-fields.ts';
import type { UrlGuard } from '../../webhooks/url.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { needs } from '../scopes.ts';
import { createMediaSender, type MediaSenderDeps } from './media.ts';
import { MediaMessage, parseMedia } from './media-fields.ts';
import { MessageSent, TextMessage, toMessageSent } from './model.ts';
import { sendText } from './sending.ts';

interface MessageDeps extends MediaSenderDeps {
  readonly idempotency: IdempotencyStore;
  readonly guard: UrlGuard;
}

const refusals = {
  ...instanceFailures,
  ...failures('CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED'),
};
const ONCE =
  'An `Idempotency-Key` header of 1-255 visible ASCII characters makes a repetition answer without sending again, for 24 hours. An instance that is not connected is a conflict.';

const documented = (summary: string, more = '') => ({
  tags: ['Messages'],
  security: needs('send'),
  summary,
  description: `${more}${ONCE}`,
});

export const messageRoutes = (deps: MessageDeps) =>
  new Elysia({ name: 'message' }).use(textRoute(deps)).use(mediaRoute(deps));

const textRoute = ({ directory, sessions, idempotency }: MessageDeps) =>
  new Elysia({ name: 'message-text' }).post(
    '/message/sendText/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const message = checkedFields(TextMessage, context.body);
      return answerOnce(context, idempotency, async () => ({
        status: 201,
        body: toMessageSent(await sendText(sessions, id, message)),
      }));
    },
    {
      params: instanceParams,
      body: uncheckedBody(TextMessage),
      response: { 201: MessageSent, ...refusals },
      detail: documented('Send a text'),
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
        body: toMessageSent(await sendMedia(id, message, context.request.signal)),
      }));
    },
    {
      params: instanceParams,
      body: uncheckedBody(MediaMessage),
      response: { 201: MessageSent, ...refusals },
      detail: documented(
        'Send an image, a video, audio or a document',
        'A URL is fetched within 30 seconds, without following redirects, and only from where webhooks may go; a file that cannot be fetched is a bad request, one of more than 16 MiB is too large. ',
      ),
    },
  );
};
