/** Limits how large events are sent to a broker. */
import type { AttemptInput, Target } from '../events/contract/channel.ts';
import { whenAborted } from '../shared/async/cancellation.ts';
import { abortError } from '../shared/async/deadline.ts';
import { FairSemaphore } from '../shared/async/fair-semaphore.ts';
import { abandonedSignal, type PendingAttempt } from './pending-attempt.ts';

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
