/** One attempt over the connection of a broker, whichever it is. */
import { type AttemptInput, failedOutcome, type Target } from '../events/contract/channel.ts';
import { whenAborted } from '../shared/async/cancellation.ts';
import { abortError, type WithinDeadline } from '../shared/async/deadline.ts';
import { FairSemaphore } from '../shared/async/semaphore.ts';
import {
  type BrokerChannel,
  type BrokerConnection,
  brokerFailure,
  type Link,
} from './broker-link.ts';

interface PublishingConnection extends BrokerConnection {
  /** Limits how long the broker may take to answer. */
  readonly wait: WithinDeadline;
}

/** Makes a channel of a link. `publish` resolves with what the broker has answered, or null. */
export function createBrokerChannel<C extends PublishingConnection>(
  link: Link<C>,
  publish: (
    connection: C,
    outgoing: AttemptInput,
    target: Target,
    waiter: PendingAttempt,
  ) => Promise<string | null>,
): BrokerChannel {
  return {
    link,
    isDown: () => link.condition.state === 'down',
    whenUp: (listener) => link.whenUp(listener),
    async send(outgoing, target, signal) {
      const { connection } = link;
      if (connection === null)
        return failedOutcome(link.condition.error ?? 'connection_lost: no connection');
      const waiter = newPendingAttempt();
      try {
        const sent = publish(connection, outgoing, target, waiter);
        const responseBody = await connection.wait(sent, signal);
        return { kind: 'delivered', status: null, responseBody };
      } catch (error) {
        return brokerFailure(error);
      } finally {
        leave(waiter);
      }
    },
  };
}

/** Returns the queue or subject of an event. */
export const addressOf = ({ address }: Target, { type }: AttemptInput): string =>
  address.replace('{event}', type).toLowerCase();

/** An attempt that somebody waits for, until its time is over or it is broken off. */
export interface PendingAttempt {
  /** Whether nobody waits any more. */
  isGone: boolean;
  /** Called once when nobody waits any more; the holder of a resource for the attempt sets it to free the resource. */
  whenGone: (() => void) | null;
}

export const newPendingAttempt = (): PendingAttempt => ({ isGone: false, whenGone: null });

/** Returns a signal that aborts when nobody waits any more. */
export function abandonedSignal(waiter: PendingAttempt): AbortSignal {
  const gone = new AbortController();
  waiter.whenGone = () => gone.abort();
  if (waiter.isGone) waiter.whenGone();
  return gone.signal;
}

/** Must be called once nobody waits for the attempt. */
export function leave(waiter: PendingAttempt): void {
  waiter.isGone = true;
  waiter.whenGone?.();
  waiter.whenGone = null;
}

export const LARGE_BYTES = 1024 * 1024;

/** Runs work of a holder while somebody waits for it. */
export type LargePublishQueue = <T>(
  holder: string,
  waiter: PendingAttempt,
  work: () => Promise<T>,
) => Promise<T>;

/** How many large messages are sent at once; one of each holder, so that one that is never answered holds up few. */
const LARGE_MAX = 4;

export function createLargePublishQueue(): LargePublishQueue {
  const places = new FairSemaphore({ total: LARGE_MAX, perHolder: 1 });
  return async (holder, waiter, work) => {
    const gone = abandonedSignal(waiter);
    const place = await places.of(holder).acquire(gone);
    if (place === null) throw abortError(gone);
    try {
      return await Promise.race([
        work(),
        whenAborted(gone).then(() => Promise.reject(abortError(gone))),
      ]);
    } finally {
      place.release();
    }
  };
}

interface WithMedia {
  data?: { Message?: { base64?: unknown; mediaError?: string } };
}

/** The body of an attempt in the shape that its target asks for. */
export interface BrokerBody {
  readonly text: string;
  /** Returns it without its media bytes and with the reason, or null when it has none to omit. */
  smaller(bytesMax: number): string | null;
}

export function brokerBody({ body }: AttemptInput, { reshape }: Target): BrokerBody {
  const shape = (stored: string) => reshape?.(stored).body ?? stored;
  return {
    text: shape(body),
    smaller(bytesMax) {
      const left = withoutMedia(body, bytesMax);
      return left === null ? null : shape(left);
    },
  };
}

/** Returns the body without its media bytes and with the reason, or null when it has none to omit. */
function withoutMedia(body: string, bytesMax: number): string | null {
  const event: WithMedia = JSON.parse(body);
  const content = event.data?.Message;
  if (content?.base64 === undefined) return null;
  delete content.base64;
  content.mediaError = `the event has ${Buffer.byteLength(body)} bytes, more than the ${bytesMax} its broker takes`;
  return JSON.stringify(event);
}
