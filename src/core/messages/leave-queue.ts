/** Completes sent messages with what was expected of them before they were sent. */

import { LimitedMap } from '../shared/limited-map.ts';
import type { Fallbacks } from './fallbacks.ts';
import { forgetInstances } from './left-instances.ts';
import type { QueuedMessage } from './queued-message.ts';
import type { QueuedMessages } from './queued-messages.ts';
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

/** The limit for all instances together. An entry is needed from the request until the message is stored. */
const REMEMBERED_MAX = 20_000;

/** Keeps the callback data of messages that are being sent. A stored message has its callback data in its row. */
export class Callbacks {
  readonly #expected = new LimitedMap<string, string>(REMEMBERED_MAX);

  /** Must be called before the message is sent. */
  expect(instanceId: string, id: string, callback: string): void {
    this.#expected.set(keyOf(instanceId, id), callback);
  }

  of(instanceId: string, id: string): string | undefined {
    return this.#expected.get(keyOf(instanceId, id));
  }

  /** Must be called when it is stored. */
  settled(instanceId: string, id: string): void {
    this.#expected.delete(keyOf(instanceId, id));
  }

  /** Drops those of instances that another node has now. */
  forget(instanceIds: ReadonlySet<string>): void {
    forgetInstances(this.#expected, instanceIds);
  }
}

const keyOf = (instanceId: string, id: string): string => `${instanceId}/${id}`;
