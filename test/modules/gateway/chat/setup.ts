/** The gateway with an instance called shop that is open, whose chat actions are noted in place of being done. */

import type { MessageRecord } from '../../../../src/core/messages/rows.ts';
import type { ChatActions } from '../../../../src/core/providers/chat-actions.ts';
import { CHAT_OPERATIONS } from '../../../../src/modules/gateway/chat/operations.ts';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';

export interface ChatBench {
  readonly g: Gateway;
  readonly key: string;
  /** Name and arguments of each call, in order. */
  readonly calls: unknown[][];
  /** What calls answer or throw; by default nothing. */
  readonly script: Partial<ChatActions>;
  post(path: string, body: unknown, key?: string | null): ReturnType<Gateway['call']>;
  /** Stores a message; received unless it says otherwise. */
  store(message: Partial<MessageRecord> & { readonly id: string }): Promise<void>;
}

export const CHAT = '5511988887777@s.whatsapp.net';

export async function chatBench(): Promise<ChatBench> {
  const calls: unknown[][] = [];
  const script: Partial<ChatActions> = {};
  const chats = new Proxy({} as ChatActions, {
    get:
      (_, name: keyof ChatActions) =>
      async (...args: unknown[]) => {
        calls.push([name, ...args]);
        // The cast: each takes what it is called with.
        return (script[name] as ((...values: unknown[]) => unknown) | undefined)?.(...args);
      },
  });
  const g = await gateway({ operations: CHAT_OPERATIONS });
  g.provider.script.chats = () => chats;
  const { id, key } = await g.createOpen('shop');
  return {
    g,
    key,
    calls,
    script,
    post: (path, body, callerKey = key) => g.call('POST', `${path}/shop`, { body, key: callerKey }),
    store: (message) => g.messages.publish({ id, name: 'shop' }, [], [{ ...RECEIVED, ...message }]),
  };
}

const RECEIVED: Omit<MessageRecord, 'id'> = {
  isFromMe: false,
  chat: CHAT,
  sender: CHAT,
  chatAddress: '123456789012345@lid',
  authorAddress: '',
  kind: 'text',
  content: null,
  sentAt: 0,
  status: null,
};
