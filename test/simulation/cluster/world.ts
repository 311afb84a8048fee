/** One virtual time for all processes of a run, and what stands between them: pauses, cuts, and packets that come late. */
import { DatabaseError, type Executor, type Statement } from '../../../src/core/db/client.ts';
import type { Clock } from '../../../src/core/shared/clock.ts';
import { EPOCH } from './database.ts';

/** Chance that can be repeated: in [0, 1). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface DueStep {
  readonly at: number;
  /** False: it was cancelled, and nothing has happened. */
  readonly run: () => boolean;
}

/** Until all is done that follows from an event: the database of a run answers within the same turn. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export class World {
  /** Ms since the run began. */
  now = 0;
  /** Statements that are on their way to the database. */
  packets = 0;
  /** Nothing is lost, late or slow any more. */
  isCalm = false;
  readonly random: Random;
  /** The latest first. */
  readonly #due: DueStep[] = [];

  constructor(random: Random) {
    this.random = random;
  }

  /** A whole number in [0, below). */
  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  isChance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Of the same moment: in the order in which they were asked for. */
  at(at: number, run: () => void): void {
    this.atUnlessCancelled(at, () => {
      run();
      return true;
    });
  }

  /** As `at`, for what says itself whether it has done anything. */
  atUnlessCancelled(at: number, run: () => boolean): void {
    let [from, to] = [0, this.#due.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#due[middle]?.at ?? 0) > at) from = middle + 1;
      else to = middle;
    }
    this.#due.splice(from, 0, { at, run });
  }

  async runUntil(end: number): Promise<void> {
    for (let next = this.#due.at(-1); next && next.at <= end; next = this.#due.at(-1)) {
      this.#due.pop();
      this.now = Math.max(this.now, next.at);
      if (next.run()) await settle();
    }
    this.now = end;
  }
}

/** `run` says whether it was not cancelled before. */
function cancellable(work: () => void) {
  let isCancelled = false;
  return {
    run: () => {
      if (!isCancelled) work();
      return !isCancelled;
    },
    cancel: () => {
      isCancelled = true;
    },
  };
}

/** How far clocks may differ from true time, in both directions. */
const RATE_ERROR = 0.005;
const OFFSET_MS = 500;

/** A process as the machine runs it: it may stand still for a while, and ends in the middle of anything. */
export class Process {
  readonly world: World;
  readonly clock: Clock;
  isDead = false;
  /** World ms until which it runs no instruction. */
  pausedUntil = 0;
  /** World ms until which nothing passes between it and the database. */
  cutUntil = 0;
  /** World ms until which calls for others fill the connection of its work: what is called there waits behind them. */
  crowdedUntil = 0;
  /** What its steady clock has not counted. */
  #suspendedMs = 0;

  constructor(world: World) {
    this.world = world;
    const rate = 1 + (world.random() * 2 - 1) * RATE_ERROR;
    const start = EPOCH + world.below(2 * OFFSET_MS) - OFFSET_MS;
    const wall = () => start + world.now * rate;
    const steady = () => wall() - this.#suspendedMs;
    const fire = (due: number, run: () => boolean): boolean => {
      if (steady() >= due) return run();
      this.#at(world.now + (due - steady()) / rate, () => fire(due, run));
      return false;
    };
    this.clock = {
      now: () => Math.round(wall()),
      steady: () => Math.round(steady()),
      after: (ms, run) => {
        const timer = cancellable(run);
        fire(steady() + Math.max(ms, 0.01), timer.run);
        return timer.cancel;
      },
    };
  }

  get isRunning(): boolean {
    return !this.isDead && this.world.now >= this.pausedUntil;
  }

  /** Runs it then, or once the process runs again; never when it has ended. Returns the cancel. */
  at(at: number, run: () => void): () => void {
    const timer = cancellable(run);
    this.#at(at, timer.run);
    return timer.cancel;
  }

  #at(at: number, run: () => boolean): void {
    this.world.atUnlessCancelled(at, () => {
      if (this.isDead) return false;
      if (this.world.now >= this.pausedUntil) return run();
      this.#at(this.pausedUntil, run);
      return false;
    });
  }

  /** `isSuspended`: its steady clock stands still too, as in a machine that was suspended. */
  pause(ms: number, isSuspended: boolean): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.world.now + ms);
    if (isSuspended) this.#suspendedMs += ms;
  }
}

/** How long a call waits for its answer. */
const ANSWER_LIMIT_MS = 5_000;
/** How long it waits behind others where those fill the connection. */
const CROWDED_MS = 4_500;
export const LATE_MAX_MS = 20_000;

/**
 * A connection from a process to the database, on which anything may be lost, late, or done without an answer. Only one
 * that is for all its work can be crowded.
 */
export function linkOf(process: Process, server: Executor, isForAll = true): Executor {
  const { world } = process;
  const waitMs = () => (isForAll && world.now < process.crowdedUntil ? CROWDED_MS : 0);
  const isCut = () => world.now < process.cutUntil;
  const isChance = (probability: number) => !world.isCalm && world.isChance(probability);
  const delay = () => 1 + world.below(isChance(0.03) ? 2_500 : 20);
  const unreachable = (isUnknown: boolean) =>
    new DatabaseError('unreachable', 'cut by the test', undefined, { isUnknown });

  /** World ms at which it reaches the server; null: never. */
  function arrival(): number | null {
    if (isChance(isCut() ? 0.15 : 0.005)) return world.now + world.below(LATE_MAX_MS);
    return isCut() ? null : world.now + waitMs() + delay();
  }

  const call = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isCut() && world.isChance(0.3)) {
        process.at(world.now + 5, () => reject(unreachable(false)));
        return;
      }
      const limit = isCut() && world.isChance(0.5) ? 300 : ANSWER_LIMIT_MS;
      const cancelLimit = process.at(world.now + limit, () => reject(unreachable(true)));
      const arrivesAt = arrival();
      if (arrivesAt === null) return;
      const answer = (give: () => void) => {
        if (isCut() || isChance(0.005)) return;
        process.at(world.now + delay(), () => {
          cancelLimit();
          give();
        });
      };
      world.packets++;
      world.at(arrivesAt, () => {
        world.packets--;
        work().then(
          (rows) => answer(() => resolve(rows)),
          (error) => answer(() => reject(error)),
        );
      });
    });

  return {
    query: (sql, params) => call(() => server.query(sql, params)),
    batch: (statements: readonly Statement[]) => call(() => server.batch(statements)),
    tryOut: (writes: Parameters<Executor['tryOut']>[0]) => call(() => server.tryOut(writes)),
    close: async () => {},
  };
}
