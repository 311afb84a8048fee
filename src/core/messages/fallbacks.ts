/** Keeps the content that is sent under the id of a message if the platform refuses the form of its choices. */
import { LimitedMap } from '../shared/limited-map.ts';
import type { MessageForm } from './fate.ts';
import { forgetInstances } from './left-instances.ts';
import type { QueuedContent } from './queued-message.ts';
import type { StatusChange } from './status.ts';

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
