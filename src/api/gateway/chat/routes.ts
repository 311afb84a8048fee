/** Routes of /chat, and those elsewhere that are about the account in its chats. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import type { StoredMessage } from '../../../messages/rows.ts';
import { begunWhenConnected } from '../../../sending/sender.ts';
import type { Clock } from '../../../shared/clock.ts';
import { instanceFor } from '../guard.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import { blockedRoutes } from './blocked-routes.ts';
import { rejectCall } from './calls.ts';
import { markMessageAsPlayed, markMessageAsRead } from './confirm.ts';
import { chatHistory } from './history.ts';
import { editLabel, handleLabel } from './labels.ts';
import { whatsappNumbers } from './numbers.ts';
import type { ChatDeps, ChatOperation } from './operation.ts';
import { archiveChat, markChatUnread, muteChat, pinChat } from './organize.ts';
import { updatePrivacySettings, updateProfileName, updateProfileStatus } from './own-profile.ts';
import { fetchProfilePictureUrl, updateBlockStatus } from './people.ts';
import { sendPresence, setPresence } from './presence.ts';
import { fetchBusinessProfile, fetchProfile } from './profiles.ts';
import { presenceSubscribe } from './watching.ts';

interface ChatRoutesDeps extends ChatDeps {
  readonly clock: Clock;
}

export const chatRoutes = (deps: ChatRoutesDeps) =>
  new Elysia({ name: 'chat' })
    .use(chatRoute(deps, markMessageAsRead))
    .use(chatRoute(deps, markMessageAsPlayed))
    .use(chatRoute(deps, sendPresence(deps.clock)))
    .use(chatRoute(deps, setPresence))
    .use(chatRoute(deps, presenceSubscribe))
    .use(chatRoute(deps, archiveChat))
    .use(chatRoute(deps, markChatUnread))
    .use(chatRoute(deps, pinChat))
    .use(chatRoute(deps, muteChat(deps.clock.now)))
    .use(chatRoute(deps, handleLabel))
    .use(chatRoute(deps, editLabel))
    .use(chatRoute(deps, whatsappNumbers))
    .use(chatRoute(deps, fetchProfilePictureUrl))
    .use(chatRoute(deps, fetchProfile))
    .use(chatRoute(deps, fetchBusinessProfile))
    .use(chatRoute(deps, updateBlockStatus))
    .use(blockedRoutes(deps))
    .use(chatRoute(deps, rejectCall))
    .use(chatRoute(deps, updateProfileName))
    .use(chatRoute(deps, updateProfileStatus))
    .use(chatRoute(deps, updatePrivacySettings))
    .use(chatRoute(deps, chatHistory));

/** Begun in turn with the instance's other calls, which do not wait for its end. */
const chatRoute = <S extends TObject, A extends TSchema>(
  { directory, sessions, messages, messageStore: contacts }: ChatDeps,
  operation: ChatOperation<S, A>,
) =>
  new Elysia({ name: operation.path }).post(
    `${operation.path}/:instanceName`,
    async (context) => {
      const { id, name } = instanceFor(context, directory, context.params.instanceName);
      // The cast: a schema of its own needs no context to be read.
      const read = checkedFields as (schema: S, body: unknown) => Static<S>;
      const fields = read(operation.body, context.body);
      const { signal } = context.request;
      const find = (messageId: string) => messages.find(id, messageId);
      const wasRead = (read: readonly StoredMessage[]) => messages.wasRead({ id, name }, read);
      const answer = await begunWhenConnected(sessions, id, async (session) => ({
        answer: operation.act(fields, {
          instanceId: id,
          session,
          chats: session.chats(),
          contacts,
          find,
          wasRead,
          signal,
        }),
      }));
      context.set.status = operation.status;
      return answer;
    },
    {
      params: instanceParams,
      body: uncheckedBody(operation.body),
      response: { [operation.status]: operation.answer, ...connectedFailures },
      detail: {
        tags: ['Chats'],
        security: operation.security,
        summary: operation.summary,
        ...(operation.description !== undefined && { description: operation.description }),
      },
    },
  );
