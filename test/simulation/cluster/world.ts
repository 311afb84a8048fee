/** One virtual time for all processes of a run, and what stands between them: pauses, cuts, and packets that come late. */
import { DatabaseError, type Executor, type Statement } from '../../../src/db/client.ts';
import type { Clock } from '../../../src/shared/clock.ts';

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

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Twice: what an event set off may itself wait for the end of a turn. */
async function settle(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => setImmediate(resolve));
}

export class World {
  /** Ms since the run began. */
  now = 0;
  readonly random: Random;
  /** The latest first. */
  readonly #due: Due[] = [];

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
      next.run();
      await settle();
    }
  }
}

/** How far clocks may differ from true time, in both directions. */
const RATE_ERROR = 0.005;
const OFFSET_MS = 500;
const EPOCH = Date.UTC(2026, 0, 5, 10);

/** A process as the machine runs it: it may stand still for a while, and ends in the middle of anything. */
export class Process {
  readonly world: World;
  readonly clock: Clock;
  isDead = false;
  /** World ms until which it runs no instruction. */
  pausedUntil = 0;
  /** World ms until which nothing passes between it and the database. */
  cutUntil = 0;
  /** What its steady clock has not counted. */
  #suspendedMs = 0;

  constructor(world: World) {
    this.world = world;
    const rate = 1 + (world.random() * 2 - 1) * RATE_ERROR;
    const start = EPOCH + world.below(2 * OFFSET_MS) - OFFSET_MS;
    const wall = () => start + world.now * rate;
    const steady = () => wall() - this.#suspendedMs;
    const fire = (due: number, run: () => void) => {
      if (steady() >= due) run();
      else this.at(world.now + (due - steady()) / rate, () => fire(due, run));
    };
    this.clock = {
      now: () => Math.round(wall()),
      steady: () => Math.round(steady()),
      after: (ms, run) => {
        let isCancelled = false;
        fire(steady() + Math.max(ms, 0.01), () => isCancelled || run());
        return () => {
          isCancelled = true;
        };
      },
    };
  }

  /** Runs it then, or once the process runs again; never when it has ended. */
  at(at: number, run: () => void): void {
    this.world.at(at, () => {
      if (this.isDead) return;
      if (this.world.now < this.pausedUntil) this.at(this.pausedUntil, run);
      else run();
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
const LATE_MAX_MS = 30_000;

/** The way from a process to the database, on which anything may be lost, late, or done without an answer. */
export function linkOf(process: Process, server: Executor): Executor {
  const { world } = process;
  const isCut = () => world.now < process.cutUntil;
  const delay = () => 1 + world.below(world.isChance(0.03) ? 2_500 : 20);
  const unreachable = (isUnknown: boolean) =>
    new DatabaseError('unreachable', 'cut by the test', undefined, { isUnknown });

  /** World ms at which it reaches the server; null: never. */
  function arrival(): number | null {
    const isLate = world.isChance(isCut() ? 0.15 : 0.005);
    if (isLate) return world.now + world.below(LATE_MAX_MS);
    return isCut() ? null : world.now + delay();
  }

  const call = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isCut() && world.isChance(0.3)) {
        process.at(world.now + 5, () => reject(unreachable(false)));
        return;
      }
      const limit = isCut() && world.isChance(0.5) ? 300 : ANSWER_LIMIT_MS;
      process.at(world.now + limit, () => reject(unreachable(true)));
      const arrivesAt = arrival();
      if (arrivesAt === null) return;
      const answer = (give: () => void) => {
        if (!isCut() && !world.isChance(0.005)) process.at(world.now + delay(), give);
      };
      world.at(arrivesAt, () => {
        work().then(
          (rows) => answer(() => resolve(rows)),
          (error) => answer(() => reject(error)),
        );
      });
    });

  return {
    query: (sql, params) => call(() => server.query(sql, params)),
    batch: (statements: readonly Statement[]) => call(() => server.batch(statements)),
    close: async () => {},
  };
}
