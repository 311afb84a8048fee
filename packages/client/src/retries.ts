/** Doing something again, where that cannot do it twice. */
import { type Failure, GatehouseError } from './failures.ts';
import { sleep } from './waiting.ts';

/**
 * The effect of a repeated request: it reads again, gets the answer of the first, or changes something a second time.
 */
export type Repetition = 'reads' | 'done once' | 'changes';

export interface Retries {
  /** The most repetitions. */
  readonly max: number;
  readonly pauses: Pauses;
}

/** Pauses before repetitions: each is longer, and spread so that many clients do not come at once. */
export interface Pauses {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Resolves or rejects as the last attempt does. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  repetition: Repetition,
  { max, pauses }: Retries,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof GatehouseError) || !mayRepeat(error.failure, repetition)) throw error;
      const pauseMs = pauseBefore(error.failure, repeated, pauses);
      if (repeated >= max || pauseMs === null) throw error;
      await sleep(pauseMs, signal);
    }
  }
}

function mayRepeat(failure: Failure, repetition: Repetition): boolean {
  switch (failure.code) {
    case 'RATE_LIMITED':
      return true;
    case 'SERVICE_UNAVAILABLE':
      // Without `retry-after` it is the platform that did not answer, which may have done what it was asked.
      if (repetition === 'done once') return failure.retryAfterSeconds !== null;
      return repetition === 'reads';
    case 'CONNECTION_LOST':
    case 'TIMED_OUT':
      return repetition !== 'changes';
    case 'UPSTREAM_ERROR':
      return repetition === 'reads';
    default:
      return false;
  }
}

/** Returns the pause in ms, or null if the service asks for a longer wait than `maxMs`. */
function pauseBefore(failure: Failure, repeated: number, pauses: Pauses): number | null {
  const asked = 'retryAfterSeconds' in failure ? failure.retryAfterSeconds : null;
  if (asked === null) return pauseAfter(repeated, pauses);
  if (asked * 1000 > pauses.maxMs) return null;
  return asked * 1000 + Math.random() * pauses.firstMs;
}

/** In ms, after `failures` tries in a row have failed. */
export function pauseAfter(failures: number, { firstMs, maxMs }: Pauses): number {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 30));
  return whole * (0.5 + Math.random() / 2);
}
