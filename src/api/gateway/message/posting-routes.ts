/** Posting statuses. */
import { Elysia } from 'elysia';
import { answerOnce, type IdempotencyStore } from '../../../http/idempotency.ts';
import { uncheckedForm } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import type { SendMedia } from '../../../sending/media.ts';
import type { Send } from '../../../sending/sender.ts';
import { whenOf } from '../../../sending/when.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { UrlGuard } from '../../../webhooks/url.ts';
import { instanceFor } from '../guard.ts';
import { instanceParams } from '../operation.ts';
import { MessageSent, toMessageSent } from './model.ts';
import { flatBody } from './older-bodies.ts';
import { sendDetail, sendFailures } from './operation.ts';
import { parseStatus, StatusPost } from './posting.ts';

interface PostingDeps {
  readonly directory: InstanceDirectory;
  readonly idempotency: IdempotencyStore;
  readonly guard: UrlGuard;
  readonly clock: Pick<Clock, 'now'>;
  readonly send: Send;
  readonly sendMedia: SendMedia;
}

export const postingRoutes = (deps: PostingDeps) =>
  new Elysia({ name: 'message-sendStatus' }).post(
    '/message/sendStatus/:instanceName',
    async (context) => {
      const { directory, idempotency, guard, clock, send, sendMedia } = deps;
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const posted = parseStatus(flatBody(context.body), guard);
      const post = () =>
        'media' in posted
          ? sendMedia(id, posted.media, context.request.signal)
          : send(id, { message: posted.message }, whenOf(posted.when, clock.now()));
      const answer = async () => ({ status: 201, body: toMessageSent(id, await post()) });
      return answerOnce(context, idempotency, answer, { instanceId: id });
    },
    {
      params: instanceParams,
      body: uncheckedForm(StatusPost, 'content'),
      response: { 201: MessageSent, ...sendFailures },
      detail: sendDetail(
        'Post a status',
        'It is shown for a day to those who are named, and to nobody else; one who is not on the platform is a bad request, and then nothing is posted. ',
      ),
    },
  );
