/**
 * One transaction for all writes that arrive together. Owns: when a commit happens and what a failed one means.
 * A write is settled only after its commit. Must never: know what a write is about.
 */
import {
  type Database,
  DatabaseError,
  faultOf,
  isPassing,
  type Row,
  type Statement,
} from '../db/client.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { Sequences, Turn } from './sequences.ts';

export interface Write {
  /** Its statements; asked anew for every try, since numbers taken in a failed turn are void. */
  statements(turn: Turn): Statement[];
  /** On disk. `rows` holds what each of its statements returned. */
  committed(rows: Row[][]): void;
  /** Not on disk, and will not be. */
  failed(error: unknown): void;
  /** Kept until it succeeds while the database is busy, full or out of reach. */
  readonly mustHappen: boolean;
  /** Roughly how many rows it touches and bytes it holds. */
  readonly rows: number;
  readonly bytes: number;
}

export interface GroupCommit {
  /** Queues a write; it is settled through its own callbacks. */
  submit(write: Write): void;
  /** Writes queued or held, as a measure of how far the disk is behind. */
  readonly backlog: number;
  /** Resolves when everything submitted so far is settled, or at once when the database fails. */
  flush(): Promise<void>;
}

const ROWS_PER_COMMIT = 2_048;
const BYTES_PER_COMMIT = 32 * 1024 * 1024;
const QUEUED_WRITES_MAX = 50_000;
const QUEUED_BYTES_MAX = 256 * 1024 * 1024;
/** Held writes are tried again at this pace, so that they are on disk soon after there is room again. */
const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 1_000;

const isNumberTaken = (error: unknown): boolean =>
  faultOf(error) === 'unique' && messageOf(error).includes('events.sequence');

interface Deps {
  readonly db: Pick<Database, 'batch'>;
  readonly sequences: Sequences;
  readonly clock: Clock;
  readonly log: Log;
}

export function createGroupCommit(deps: Deps): GroupCommit {
  return new Committer(deps);
}

class Committer implements GroupCommit {
  readonly #deps: Deps;
  #queue: Write[] = [];
  #bytes = 0;
  /**
   * What must happen and was refused, in its order; committed by itself, so that nothing else waits for it.
   * Bounded by those who submit: the sender stops sending at a number of results not on disk.
   */
  #held: Write[] = [];
  /** Set while the held ones are not to be tried yet. */
  #cancelPause: Cancel | null = null;
  #pauseMs = 0;
  #isRunning = false;
  #isRetrying = false;
  #idle: (() => void)[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get backlog(): number {
    return this.#queue.length + this.#held.length;
  }

  submit(write: Write): void {
    if (write.mustHappen && (this.#held.length > 0 || this.#isRetrying)) {
      this.#held.push(write);
      return;
    }
    const isFull = this.#queue.length >= QUEUED_WRITES_MAX || this.#bytes >= QUEUED_BYTES_MAX;
    if (isFull && !write.mustHappen) {
      write.failed(new DatabaseError('busy', 'the queue of writes is full'));
      return;
    }
    this.#queue.push(write);
    this.#bytes += write.bytes;
    this.#schedule();
  }

  flush(): Promise<void> {
    if (this.backlog === 0 && !this.#isRunning) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    const hasWork = this.#queue.length > 0 || this.#isRetryDue;
    if (this.#isRunning || !hasWork) return;
    this.#isRunning = true;
    // The end of this turn of the event loop: whatever else arrives in it shares the commit.
    setImmediate(() => void this.#run());
  }

  get #isRetryDue(): boolean {
    return this.#held.length > 0 && this.#cancelPause === null;
  }

  async #run(): Promise<void> {
    const isRetry = this.#isRetryDue;
    if (isRetry) await this.#retry();
    else this.#hold(await this.#commit(this.#take()));
    this.#isRunning = false;
    this.#schedule();
    const hasFailed = isRetry && this.#cancelPause !== null;
    if (this.backlog === 0 || hasFailed) for (const done of this.#idle.splice(0)) done();
  }

  #take(): Write[] {
    const writes = take(this.#queue);
    for (const write of writes) this.#bytes -= write.bytes;
    return writes;
  }

  async #retry(): Promise<void> {
    this.#isRetrying = true;
    const refused = await this.#commit(take(this.#held));
    this.#isRetrying = false;
    this.#held.unshift(...refused);
    if (refused.length > 0) this.#pause();
  }

  /** Resolves to those that must happen and have not. */
  async #commit(writes: readonly Write[], isRecounted = false): Promise<Write[]> {
    const turn = this.#deps.sequences.begin();
    let parts: Statement[][];
    let rows: Row[][];
    try {
      parts = writes.map((write) => write.statements(turn));
      rows = await this.#deps.db.batch([...parts.flat(), ...turn.statements()]);
    } catch (error) {
      if (isNumberTaken(error) && !isRecounted) return this.#recount(turn, writes);
      return this.#refused(writes, error);
    }
    turn.commit();
    this.#endPause();
    let from = 0;
    for (const [index, write] of writes.entries()) {
      const until = from + (parts[index]?.length ?? 0);
      write.committed(rows.slice(from, until));
      from = until;
    }
    return [];
  }

  /** On a shared server another process may have counted on. Nobody is passed over: the same writes again, once. */
  async #recount(turn: Turn, writes: readonly Write[]): Promise<Write[]> {
    // Should this fail, the next commit says why.
    await turn.recount().catch(() => {});
    return this.#commit(writes, true);
  }

  async #refused(writes: readonly Write[], error: unknown): Promise<Write[]> {
    if (isPassing(faultOf(error))) {
      for (const write of writes) if (!write.mustHappen) write.failed(error);
      return writes.filter((write) => write.mustHappen);
    }
    if (writes.length === 1) {
      writes[0]?.failed(error);
      return [];
    }
    const refused: Write[] = [];
    for (const write of writes) refused.push(...(await this.#commit([write])));
    return refused;
  }

  /** With these, what is queued behind them is held: all that must happen stays in its order. */
  #hold(refused: readonly Write[]): void {
    if (refused.length === 0) return;
    const queued = Map.groupBy(this.#queue, (write) => write.mustHappen);
    this.#held.push(...refused, ...(queued.get(true) ?? []));
    this.#queue = queued.get(false) ?? [];
    this.#bytes = this.#queue.reduce((sum, write) => sum + write.bytes, 0);
    this.#deps.log.warn('results of attempts wait until the database takes them', {
      held: this.#held.length,
    });
    this.#pause();
  }

  #pause(): void {
    this.#pauseMs = Math.min(Math.max(PAUSE_FIRST_MS, this.#pauseMs * 2), PAUSE_MAX_MS);
    this.#cancelPause = this.#deps.clock.after(this.#pauseMs, () => {
      this.#cancelPause = null;
      this.#schedule();
    });
  }

  #endPause(): void {
    this.#cancelPause?.();
    this.#cancelPause = null;
    this.#pauseMs = 0;
  }
}

/** The first of them, as many as one transaction should hold; they are then no longer in the queue. */
function take(queue: Write[]): Write[] {
  let count = 0;
  let rows = 0;
  let bytes = 0;
  for (const write of queue) {
    rows += write.rows;
    bytes += write.bytes;
    if (count > 0 && (rows > ROWS_PER_COMMIT || bytes > BYTES_PER_COMMIT)) break;
    count++;
  }
  return queue.splice(0, count);
}
