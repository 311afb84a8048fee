/**
 * Time as a port. Owns: the two notions of now, and one-shot timers.
 * Nothing else in the product may read the time or set a timer.
 */
export type Cancel = () => void;

export interface Clock {
  /** Wall time in ms since 1970; for timestamps that people and receivers read. May jump. */
  now(): number;
  /**
   * Ms since 1970 as this process counts them: starts at wall time and never jumps.
   * Due times are kept in it, so that an NTP step neither bursts nor stalls retries.
   */
  steady(): number;
  /** Calls `run` once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): Cancel;
}

export function systemClock(): Clock {
  const wallAtStart = Date.now() - performance.now();
  return {
    now: () => Date.now(),
    steady: () => Math.round(wallAtStart + performance.now()),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Ms since it was made, with fractions: for how long something took, never for when something is due. */
export function systemStopwatch(): () => number {
  const from = performance.now();
  return () => performance.now() - from;
}

/** Resolves after `ms`, or at once when `signal` aborts. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/**
 * What `work` comes to, or null when it has not within `ms` or `signal` aborts first; `work` itself goes on.
 * Rejects as it does.
 */
export async function resultInTime<T>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  signal?: AbortSignal,
): Promise<T | null> {
  const settled = new AbortController();
  const ends = signal ? AbortSignal.any([settled.signal, signal]) : settled.signal;
  try {
    return await Promise.race([work, sleep(clock, ms, ends).then(() => null)]);
  } finally {
    settled.abort();
  }
}

/** What `work` comes to; rejects with what `late` makes when it has not within `ms`. `work` itself goes on. */
export async function withTimeout<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<T>,
  late: () => Error,
): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const lift = clock.after(ms, () => reject(late()));
  try {
    return await Promise.race([work, over]);
  } finally {
    lift();
  }
}

/** ISO 8601 UTC with milliseconds, the one form of time on the wire. */
export const iso = (ms: number): string => new Date(ms).toISOString();
