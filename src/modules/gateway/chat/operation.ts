/** Shared parts of operations on chats and on the account in them. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { FindMessage } from '../../../core/messages/find.ts';
import type { KeyedMessage } from '../../../core/messages/rows.ts';
import type { ChatActions } from '../../../core/providers/chat-actions.ts';
import type { Session } from '../../../core/providers/provider.ts';
import { startWhenConnected } from '../../../core/sending/sender.ts';
import { withOwner } from '../message/usernames.ts';
import {
  type BodyValue,
  type Declaration,
  instanceOperation,
  type Operation,
  type Route,
} from '../operation.ts';
import type { GatewayParts } from '../parts.ts';

/** The arguments of an operation on chats. */
export interface ChatContext<P = undefined> extends Pick<GatewayParts, 'clock' | 'messageStore'> {
  readonly instanceId: string;
  readonly session: Session;
  readonly chats: ChatActions;
  readonly find: FindMessage;
  /** Writes that the account has read messages. */
  readonly markRead: (messages: readonly KeyedMessage[]) => Promise<void>;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
  /** The result of `prepare`. */
  readonly prepared: P;
}

/**
 * The audit exemption of operations that change how a chat looks, or show something for a moment, or change only the
 * account's own devices.
 */
export const UNAUDITED_EVERYDAY = {
  unaudited: 'It is done many times a day in every chat, and changes nothing that others rely on.',
} as const;

type ChatDeclaration<B, A extends TSchema, P> = Omit<
  Declaration<undefined, B, A, P>,
  'tag' | 'failures'
> & {
  /** Returns the details of the change for its audit row. */
  details?(body: BodyValue<B>): object;
  act(body: BodyValue<B>, acting: ChatContext<P>): Promise<Static<A>>;
};

/** An operation that is begun in turn with the instance's other calls, which do not wait for its end. */
export const chatOperation = <
  const R extends Route,
  A extends TSchema,
  B extends TObject | undefined = undefined,
  P = undefined,
>(
  route: R,
  { act, details, ...declared }: ChatDeclaration<B, A, P>,
): Operation =>
  instanceOperation<R, A, undefined, B, P>(route, {
    tag: 'Chats',
    failures: ['CONFLICT'],
    ...declared,
    run({ sessions, messages, messageStore, clock }, { instance, body, request, prepared, note }) {
      const { id, name } = instance;
      if (details) note({ details: details(body) });
      return startWhenConnected(sessions, id, async (session) => {
        const chats = session.chats();
        const acting = {
          instanceId: id,
          session,
          chats,
          find: (...asked: Parameters<FindMessage>) => messages.find(id, ...asked),
          markRead: (read: readonly KeyedMessage[]) => messages.markRead({ id, name }, read),
          messageStore,
          clock,
          signal: request.signal,
          prepared,
        };
        const owned = withOwner(body, (username) => chats.findUsername(username));
        const answer =
          owned instanceof Promise ? owned.then((it) => act(it, acting)) : act(owned, acting);
        return { answer };
      });
    },
  });
