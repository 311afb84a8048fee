/**
 * Calls on one instance, one after the other.
 * Owns: their order, and how many and how long they may be. Must never: know what a call does.
 */
import type { Clock } from '../../shared/clock.ts';
import { failed } from './failed.ts';

const CALLS_WAITING_MAX = 1_000;
/** Counted from when the call came: below the 30 s after which a silent HTTP connection is closed. */
export const CALL_LIMIT_MS = 20_000;

export interface CallQueue {
  /**
   * Runs `call` once all earlier calls have ended. Rejects when too many wait already, or when it has not
   * ended in time: then it never starts, or, started, no longer holds up the calls behind it.
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  isIdle(): boolean;
}

export function createCallQueue(clock: Clock): CallQueue {
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    isIdle: () => waiting === 0,
    async run(call) {
      if (waiting >= CALLS_WAITING_MAX) throw failed('too many calls wait for this instance');
      waiting++;
      const limit = timeLimit(clock);
      const turn = tail.then(() => (limit.isOver() ? limit.over : call()));
      const outcome = Promise.race([turn, limit.over]);
      tail = Promise.all([tail, outcome.catch(() => {})]);
      try {
        return await outcome;
      } finally {
        limit.lift();
        waiting--;
      }
    },
  };
}

function timeLimit(clock: Clock) {
  const { promise: over, reject } = Promise.withResolvers<never>();
  let isOver = false;
  const lift = clock.after(CALL_LIMIT_MS, () => {
    isOver = true;
    reject(failed('the instance did not answer in time'));
  });
  return { over, lift, isOver: () => isOver };
}
