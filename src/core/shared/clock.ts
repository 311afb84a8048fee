/** The port for time. Nothing else in the product may read the time or set a timer. */
export type Cancel = () => void;

export interface Clock {
  /** Returns the wall time in ms since 1970, for timestamps that people and receivers read. It may jump. */
  now(): number;
  /**
   * Returns ms since 1970 as this process counts them: they start at wall time and never jump. Due times use them, so
   * that an NTP step neither bursts nor stalls retries.
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

/** The time of a clock at a moment, for a thread without a clock of its own. */
export interface Moment {
  /** How many ms `now` is ahead of the machine's clock. */
  readonly aheadMs: number;
  readonly steady: number;
}

export const momentOf = (clock: Clock): Moment => ({
  aheadMs: clock.now() - Date.now(),
  steady: clock.steady(),
});

/** Returns a clock that follows another thread's clock, which sends its time now and then. */
export function followingClock(): Clock & { follow(moment: Moment): void } {
  const own = systemClock();
  let followed: Moment = { aheadMs: 0, steady: 0 };
  let isFirst = true;
  return {
    now: () => own.now() + followed.aheadMs,
    steady: () => own.steady() + followed.steady,
    after: own.after,
    follow({ aheadMs, steady: theirs }) {
      const steady = theirs - own.steady();
      // The message took some time, so the largest difference seen is the most exact.
      followed = { aheadMs, steady: isFirst ? steady : Math.max(steady, followed.steady) };
      isFirst = false;
    },
  };
}

/** Returns a function that gives the ms since this call, with fractions: to measure durations, not due times. */
export function systemStopwatch(): () => number {
  const from = performance.now();
  return () => performance.now() - from;
}

/** Resolves after `ms`, or at once when `signal` aborts. */
export function sleep(
  clock: Pick<Clock, 'after'>,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
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

/** Resolves in a later turn of the event loop, after other work that has arrived. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));

/** Returns ISO 8601 UTC with milliseconds, the only form of time in bodies. */
export const iso = (ms: number): string => new Date(ms).toISOString();

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
