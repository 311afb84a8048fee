/**
 * Waiting for a database that another process has locked.
 * Must never: wait inside SQLite, where the whole event loop would stand still with it.
 */
import { type Clock, sleep } from '../shared/clock.ts';
import { faultOf } from './client.ts';

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;
const PATIENCE_MS = 5_000;

/** Runs `work`, again after a pause for as long as it fails as `busy`; after 5 s of pauses that failure is final. */
export async function whenFree<T>(clock: Clock, work: () => T | Promise<T>): Promise<T> {
  let pauseMs = FIRST_PAUSE_MS;
  for (let pausedMs = 0; ; pausedMs += pauseMs) {
    try {
      return await work();
    } catch (error) {
      if (faultOf(error) !== 'busy' || pausedMs >= PATIENCE_MS) throw error;
    }
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await sleep(clock, pauseMs);
  }
}
