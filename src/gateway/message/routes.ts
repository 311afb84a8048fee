/** The door of sending. Owns: paths, documented shapes and statuses. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../http/failures.ts';
import { answerOnce, type IdempotencyStore } from '../../http/idempotency.ts';
import { instanceFor } from '../guard.ts';
import type { InstanceDirectory } from '../instance/directory.ts';
import type { Sessions } from '../instance/sessions.ts';
import { uncheckedBody } from '../unchecked-body.ts';
import { MessageSent, TextMessage, toMessageSent } from './model.ts';
import { parseText, sendText } from './text.ts';

export interface MessageDeps {
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
  readonly idempotency: IdempotencyStore;
}

export const messageRoutes = ({ directory, sessions, idempotency }: MessageDeps) =>
  new Elysia({ name: 'message' }).post(
    '/message/sendText/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const message = parseText(context.body);
      return answerOnce(context, idempotency, 201, async () =>
        toMessageSent(await sendText(sessions, id, message)),
      );
    },
    {
      params: Type.Object({ instanceName: Type.String() }),
      body: uncheckedBody(TextMessage),
      response: {
        201: MessageSent,
        ...failures(
          'BAD_REQUEST',
          'UNAUTHORIZED',
          'FORBIDDEN',
          'NOT_FOUND',
          'CONFLICT',
          'INTERNAL_SERVER_ERROR',
        ),
      },
      detail: {
        tags: ['Messages'],
        security: [{ apikey: [] }],
        summary: 'Send a text',
        description:
          'An `Idempotency-Key` header of 1-255 visible ASCII characters makes a repetition answer without sending again, for 24 hours. An instance that is not connected is a conflict.',
      },
    },
  );
