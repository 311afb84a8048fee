/** Keeps the content that is sent under the id of a message if the platform refuses the form of its choices. */

import { faultOf, isPassing } from '../db/client.ts';
import { AppError, NotConnected } from '../shared/errors.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import { forgetInstances } from './left-instances.ts';
import type { QueuedContent } from './queued-message.ts';
import type { MessageForm, StatusChange } from './status.ts';

export interface Fallback extends QueuedContent {
  /** A JID. */
  readonly chat: string;
  readonly kind: Exclude<MessageForm, 'interactive'>;
}

/** The platform's numbers for a form that it does not take from this account. */
const FORM_REFUSED: ReadonlySet<number | null> = new Set([405, 473, 479]);

export const isFormRefused = ({ status, code }: StatusChange): boolean =>
  status === 'Error' && FORM_REFUSED.has(code);

/** The limit for all instances together. A platform answers within seconds; what is forgotten is not sent. */
const REMEMBERED_MAX = 5_000;

/**
 * Fallbacks of messages that were sent and are not confirmed. They are only in memory: a refusal comes on the connection
 * on which the message left, and from then on its fallback is in the queue on disk.
 */
export class Fallbacks {
  readonly #expected = new LimitedMap<string, Fallback>(REMEMBERED_MAX);

  /** Must be called before the message is sent. */
  expect(instanceId: string, id: string, fallback: Fallback): void {
    this.#expected.set(keyOf(instanceId, id), fallback);
  }

  of(instanceId: string, id: string): Fallback | null {
    return this.#expected.get(keyOf(instanceId, id)) ?? null;
  }

  /** Must be called when the message can be refused no more. */
  settled(instanceId: string, id: string): void {
    this.#expected.delete(keyOf(instanceId, id));
  }

  /** Drops those of instances that another node has now. */
  forget(instanceIds: ReadonlySet<string>): void {
    forgetInstances(this.#expected, instanceIds);
  }
}

const keyOf = (instanceId: string, id: string): string => `${instanceId}/${id}`;

/** How often a message checks whether its instance is connected. */
export const CONNECTED_LOOK_MS = 1_000;
export const RETRY_MS = 5_000;
const LOOK_AGAIN_MAX_MS = 3_600_000;

/** Returns the ms until the next try, at most an hour. */
export function againIn(error: unknown): number {
  if (error instanceof NotConnected) return CONNECTED_LOOK_MS;
  const seconds = error instanceof AppError ? Number(error.headers?.['retry-after'] ?? 0) : 0;
  return Math.min(Math.max(RETRY_MS, seconds * 1_000), LOOK_AGAIN_MAX_MS);
}

/** Reasons of temporary failures. A message that may have been sent is no longer in the queue. */
const PASSING: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'upstream']);

/** Returns whether the message may succeed later, here or at the node that owns the instance. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NotConnected ||
  faultOf(error) === 'fenced' ||
  isPassing(faultOf(error)) ||
  (error instanceof AppError && PASSING.has(error.reason));
