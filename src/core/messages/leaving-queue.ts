/** Completes sent messages with what was expected of them before they were sent. */
import type { Callbacks } from './callbacks.ts';
import type { Fallbacks } from './fallbacks.ts';
import type { QueuedMessages } from './queued.ts';
import type { QueuedMessage } from './queued-message.ts';
import type { MessageRecord } from './rows.ts';

export interface QueueParts {
  readonly queue: Pick<QueuedMessages, 'find'> | null;
  readonly fallbacks: Pick<Fallbacks, 'of'>;
  readonly callbacks: Pick<Callbacks, 'of'>;
}

/**
 * Returns the messages as they are stored, and those that leave the queue. A message leaves it in the commit that stores
 * its row, so that it is always in exactly one of them.
 */
export function leaveQueue(
  { queue, fallbacks, callbacks }: QueueParts,
  instanceId: string,
  messages: readonly MessageRecord[],
): { readonly stored: readonly MessageRecord[]; readonly leaving: readonly QueuedMessage[] } {
  const leaving: QueuedMessage[] = [];
  const stored = messages.map((message): MessageRecord => {
    if (message.status !== 'Pending') return message;
    const { id } = message;
    const form = fallbacks.of(instanceId, id) && ({ form: 'interactive' } as const);
    const callback = callbacks.of(instanceId, id);
    const expected = { ...form, ...(callback !== undefined && { callback }) };
    const queued = queue?.find(instanceId, id) ?? null;
    if (queued === null) return { ...message, ...expected };
    leaving.push(queued);
    if (queued.replaces) return { ...message, replaces: true };
    return { ...message, ...expected, queuedAt: queued.createdAt };
  });
  return { stored, leaving };
}
