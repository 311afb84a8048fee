/**
 * Calls on one instance, one after the other.
 * Owns: their order, and how many and how long they may be. Must never: know what a call does.
 */
import { type Clock, withTimeout } from '../../shared/clock.ts';
import { failed } from './failed.ts';

const CALLS_MAX = 1_000;
/** Half a call's own limit: a call given up while it waited has not begun, so it can be repeated safely. */
const TURN_LIMIT_MS = 10_000;
const CALL_LIMIT_MS = 20_000;

export interface CallQueue {
  /**
   * Runs `call` once all earlier calls have ended. Rejects when too many wait already, when its turn does not
   * come within 10 s (it then never begins), or when it has not ended 20 s later (the next one then begins).
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  isIdle(): boolean;
}

export function createCallQueue(clock: Clock): CallQueue {
  let tail: Promise<void> = Promise.resolve();
  let calls = 0;
  return {
    isIdle: () => calls === 0,
    async run(call) {
      if (calls >= CALLS_MAX) throw failed('too many calls wait for this instance');
      calls++;
      const turn = tail;
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      tail = turn.then(() => ended);
      try {
        await withTimeout(clock, TURN_LIMIT_MS, turn, () =>
          failed('the instance is busy with another call'),
        );
        return await withTimeout(clock, CALL_LIMIT_MS, call(), () =>
          failed('the instance did not answer in time'),
        );
      } finally {
        calls--;
        end();
      }
    },
  };
}
