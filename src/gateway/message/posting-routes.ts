/** Posting statuses. */
import { Elysia } from 'elysia';
import { answerOnce, type IdempotencyStore } from '../../http/idempotency.ts';
import { uncheckedBody } from '../../http/read-fields.ts';
import type { UrlGuard } from '../../webhooks/url.ts';
import { instanceFor } from '../guard.ts';
import type { InstanceDirectory } from '../instance/directory.ts';
import type { Sessions } from '../instance/sessions.ts';
import { instanceParams } from '../operation.ts';
import type { SendMedia } from './media.ts';
import { MessageSent, toMessageSent } from './model.ts';
import { flatBody } from './older-bodies.ts';
import { sendDetail, sendFailures } from './operation.ts';
import { parseStatus, StatusPost } from './posting.ts';
import { begunWhenConnected } from './sending.ts';

interface PostingDeps {
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
  readonly idempotency: IdempotencyStore;
  readonly guard: UrlGuard;
  readonly send: SendMedia;
}

export const postingRoutes = ({ directory, sessions, idempotency, guard, send }: PostingDeps) =>
  new Elysia({ name: 'message-sendStatus' }).post(
    '/message/sendStatus/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const posted = parseStatus(flatBody(context.body), guard);
      // Without the limit of other texts: looking a long list of people up takes its time.
      const post = () =>
        'media' in posted
          ? send(id, posted.media, context.request.signal)
          : begunWhenConnected(sessions, id, async (session) => ({
              answer: session.send(posted.message),
            }));
      return answerOnce(context, idempotency, async () => ({
        status: 201,
        body: toMessageSent(id, await post()),
      }));
    },
    {
      params: instanceParams,
      body: uncheckedBody(StatusPost),
      response: { 201: MessageSent, ...sendFailures },
      detail: sendDetail(
        'Post a status',
        'It is shown for a day to those who are named, and to nobody else; one who is not on the platform is a bad request, and then nothing is posted. ',
      ),
    },
  );
