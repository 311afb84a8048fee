/** What the operations on chats, and on the account in them, have in common. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import type { Security } from '../../../instances/scopes.ts';
import type { Sessions } from '../../../instances/sessions.ts';
import type { MessageLog } from '../../../messages/log.ts';
import type { StoredMessage } from '../../../messages/rows.ts';
import type { MessageStore } from '../../../messages/store/store.ts';
import type { ChatActions } from '../../../providers/chat-actions.ts';
import type { Session } from '../../../providers/provider.ts';

export interface ChatDeps {
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
  readonly messages: Pick<MessageLog, 'find' | 'wasRead'>;
  readonly messageStore: Contacts;
}

/** What is stored of people. */
type Contacts = Pick<MessageStore, 'nameOf' | 'pictureFound'>;

/** What an operation works with. */
export interface Acting {
  readonly instanceId: string;
  readonly session: Session;
  readonly chats: ChatActions;
  readonly find: (id: string) => Promise<StoredMessage | null>;
  readonly contacts: Contacts;
  /** Writes that the account has read messages. */
  readonly wasRead: (messages: readonly StoredMessage[]) => Promise<void>;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

export interface ChatOperation<S extends TObject, A extends TSchema> {
  /** Without the instance's name, which ends it. */
  readonly path: string;
  readonly security: Security;
  readonly summary: string;
  readonly description?: string;
  readonly body: S;
  readonly status: 200 | 201;
  readonly answer: A;
  readonly act: (fields: Static<S>, acting: Acting) => Promise<Static<A>>;
}

/** Gives the operation's own types to its parts. */
export const chatOperation = <S extends TObject, A extends TSchema>(
  operation: ChatOperation<S, A>,
): ChatOperation<S, A> => operation;
