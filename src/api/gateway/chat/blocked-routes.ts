/** Who is blocked. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { needs } from '../../../instances/scopes.ts';
import { begunWhenConnected } from '../../../sending/sender.ts';
import { instanceFor } from '../guard.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import type { ChatDeps } from './operation.ts';

const BlockedPeople = Type.Array(
  Type.Object({
    jid: Type.String({ description: 'By phone number where that is known' }),
    lid: Type.Union([Type.String(), Type.Null()], {
      description: 'The address that hides the number; null where it is not known',
    }),
  }),
);

export const blockedRoutes = ({ directory, sessions }: Omit<ChatDeps, 'messages'>) =>
  new Elysia({ name: 'blocked' }).get(
    '/chat/fetchBlocklist/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const found = await begunWhenConnected(sessions, id, async (session) => ({
        answer: session.chats().blocked(),
      }));
      return [...found];
    },
    {
      params: instanceParams,
      response: { 200: BlockedPeople, ...connectedFailures },
      detail: {
        tags: ['Chats'],
        security: needs('read'),
        summary: 'Everybody whom the account has blocked',
        description: 'Asked of WhatsApp: those who were blocked on the phone are among them.',
      },
    },
  );
