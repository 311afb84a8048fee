/**
 * How many bytes of media are in memory at once.
 * Owns: who may hold some, and who waits. Must never: let one instance keep all others from sending.
 */
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';

export interface MediaBudgetOptions {
  readonly clock: Clock;
  /** Of all instances together. */
  readonly bytes: number;
  /** Of one instance. */
  readonly bytesPerInstance: number;
}

export interface MediaBudget {
  /**
   * Resolves once `bytes` may be held. Whoever does not hold them yet may wait for up to 10 s (`mayWait`); who does
   * would only keep them in memory. 429 when there is no room, or no room in time.
   */
  take(instanceId: string, bytes: number, mayWait: boolean): Promise<Held>;
}

export interface Held {
  /** Gives back all but `bytes`. */
  shrink(bytes: number): void;
  /** Gives back the rest; to be called once. */
  release(): void;
}

const WAIT_MS = 10_000;
const WAITING_MAX = 200;

export function createMediaBudget(options: MediaBudgetOptions): MediaBudget {
  const { clock, bytes: total, bytesPerInstance } = options;
  const heldBy = new Map<string, number>();
  let heldByAll = 0;
  /** Each tries to take; true: it has. In the order they came. */
  const waiting = new Set<() => boolean>();

  const change = (instanceId: string, bytes: number) => {
    heldByAll += bytes;
    const own = (heldBy.get(instanceId) ?? 0) + bytes;
    if (own === 0) heldBy.delete(instanceId);
    else heldBy.set(instanceId, own);
    if (bytes < 0) for (const attempt of waiting) if (attempt()) waiting.delete(attempt);
  };
  const tryTake = (instanceId: string, bytes: number): Held | null => {
    const own = heldBy.get(instanceId) ?? 0;
    if (heldByAll + bytes > total || own + bytes > bytesPerInstance) return null;
    change(instanceId, bytes);
    let held = bytes;
    const shrink = (to: number) => {
      const before = held;
      held = to;
      change(instanceId, to - before);
    };
    return { shrink, release: () => shrink(0) };
  };

  return {
    async take(instanceId, bytes, mayWait) {
      const held = tryTake(instanceId, bytes);
      if (held !== null) return held;
      if (!mayWait || waiting.size >= WAITING_MAX) throw full();
      return new Promise((resolve, reject) => {
        const attempt = () => {
          const held = tryTake(instanceId, bytes);
          if (held === null) return false;
          cancel();
          resolve(held);
          return true;
        };
        const cancel = clock.after(WAIT_MS, () => {
          waiting.delete(attempt);
          reject(full());
        });
        waiting.add(attempt);
      });
    },
  };
}

const full = (): AppError =>
  new AppError('rate_limited', 'too much media is being sent at this moment', {
    headers: { 'retry-after': '5' },
  });
