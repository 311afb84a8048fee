/** Limits how large events are sent to a broker. */
import type { AttemptInput, Target } from '../events/contract/channel.ts';
import { Mutex } from '../shared/async/mutex.ts';

export const LARGE_BYTES = 1024 * 1024;

/** Whether an attempt is still waited for. */
export interface PendingAttempt {
  isGone: boolean;
}

/** Runs work one at a time; skips work that nobody waits for any more. */
export type LargePublishQueue = <T>(waiter: PendingAttempt, work: () => Promise<T>) => Promise<T>;

export function createLargePublishQueue(): LargePublishQueue {
  const publishing = new Mutex();
  return (waiter, work) =>
    publishing.run(() => {
      if (waiter.isGone) throw new Error('aborted: broken off');
      return work();
    });
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
