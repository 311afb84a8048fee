/** Waits for a database that another process has locked. */
import { Backoff } from '../shared/async/backoff.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { faultOf } from './client.ts';

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 100;
const PATIENCE_MS = 5_000;

/** Runs `work`, and repeats it after pauses while it fails as `busy`. After 5 s of pauses the failure is final. */
export async function whenFree<T>(clock: Clock, work: () => T | Promise<T>): Promise<T> {
  // It is created only when needed, because nearly every call succeeds at once.
  let backoff: Backoff | null = null;
  for (let pausedMs = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      if (faultOf(error) !== 'busy' || pausedMs >= PATIENCE_MS) throw error;
    }
    backoff ??= new Backoff({ firstMs: FIRST_PAUSE_MS, maxMs: LONGEST_PAUSE_MS });
    const pauseMs = backoff.next();
    await sleep(clock, pauseMs);
    pausedMs += pauseMs;
  }
}
