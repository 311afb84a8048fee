/** Time as a port. Nothing else in the product may read the time or set a timer. */
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

/** What a clock shows at a moment, for a thread that has none of its own. */
export interface Moment {
  /** How far `now` is ahead of the machine's, in ms. */
  readonly aheadMs: number;
  readonly steady: number;
}

export const momentOf = (clock: Clock): Moment => ({
  aheadMs: clock.now() - Date.now(),
  steady: clock.steady(),
});

/** Shows what the clock of another thread shows, as it says from time to time. */
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
      // It took a while to come, so that the largest difference seen is the nearest one.
      followed = { aheadMs, steady: isFirst ? steady : Math.max(steady, followed.steady) };
      isFirst = false;
    },
  };
}

/** Ms since it was made, with fractions: for how long something took, never for when something is due. */
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

/** Resolves in a later turn of the event loop: until then whatever else has arrived is served. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));

/** ISO 8601 UTC with milliseconds, the one form of time on the wire. */
export const iso = (ms: number): string => new Date(ms).toISOString();
