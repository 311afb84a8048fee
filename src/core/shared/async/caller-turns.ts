/** Limits how many long calls of a kind run at once, in all and for each holder. */
import { type Clock, yieldToEventLoop } from '../clock.ts';
import { type AppError, invalid } from '../errors.ts';
import { Quota } from '../quota.ts';
import { runWithin } from './deadline.ts';
import { Mutex } from './mutex.ts';
import { FairSemaphore, type Place } from './semaphore.ts';

/** The most calls that run at once. They share the event loop, so more of them would not end sooner. */
const RUNNING = { total: 4, perHolder: 1 };
/** The most calls that wait for a place: in all, and of one holder. */
const WAITING_MAX = 1_000;
const WAITING_PER_HOLDER_MAX = 16;
const WAIT_MS = 10_000;

export class CallerTurns {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #busy: (reason: string) => AppError;
  readonly #places = new FairSemaphore(RUNNING);
  readonly #waiting = new Quota(WAITING_MAX, WAITING_PER_HOLDER_MAX);

  /** `busy` makes the error of a call that gets no place. */
  constructor(clock: Pick<Clock, 'after'>, busy: (reason: string) => AppError) {
    this.#clock = clock;
    this.#busy = busy;
  }

  /**
   * Calls `work` when `holder` (such as a credential) has a place, and returns its result. Throws the error of `busy`
   * when 16 calls of the holder wait already or after a wait of 10 s, and `invalid` when `signal` aborts before.
   */
  async run<T>(holder: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const place = await this.#placeFor(holder, signal);
    if (place === null) {
      requireConnected(signal);
      throw this.#busy(`it was not the turn of this one within ${WAIT_MS / 1_000} s`);
    }
    try {
      return await work();
    } finally {
      place.release();
    }
  }

  async #placeFor(holder: string, signal: AbortSignal): Promise<Place | null> {
    const waiting = this.#waiting.take(holder, 1);
    if (waiting === null) throw this.#busy('too many of them wait');
    try {
      const limit = { clock: this.#clock, ms: WAIT_MS, signal };
      return await runWithin(limit, (limited) => this.#places.of(holder).acquire(limited.signal));
    } finally {
      waiting.release();
    }
  }
}

/** Throws `invalid` when the caller of a request does not wait for its answer any more. */
export function requireConnected({ aborted }: AbortSignal): void {
  if (aborted) throw invalid('the caller has disconnected');
}

/** Keeps calls with the same key in order, although some must wait for something first. */
interface CallOrder {
  /**
   * Calls `go` with the value of `ready` once every earlier call of the key has called its own; at once when there is
   * nothing to wait for. `go` takes its place in the order before its first `await`.
   */
  run<T, R>(key: string, ready: T | Promise<T>, go: (value: T) => R | Promise<R>): R | Promise<R>;
}

export function createCallOrder(): CallOrder {
  /** The end of the last call of each key that had to wait; a key without one has no wait. */
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, ready, go) {
      const before = last.get(key);
      if (before === undefined && !(ready instanceof Promise)) return go(ready);
      // The array keeps later calls from waiting for what `go` returns.
      const gone = Promise.all([ready, before]).then(([value]) => [go(value)] as const);
      const ended = gone.then(
        () => {},
        () => {},
      );
      last.set(key, ended);
      void ended.then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
      return gone.then(([result]) => result);
    },
  };
}

/** Lets `perTurn` callers pass in each turn of the event loop, in the order of the calls. */
export class TurnPace {
  readonly #perTurn: number;
  readonly #passing = new Mutex();
  #passed = 0;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  pass(): Promise<void> {
    return this.#passing.run(async () => {
      if (++this.#passed % this.#perTurn === 0) await yieldToEventLoop();
    });
  }
}
