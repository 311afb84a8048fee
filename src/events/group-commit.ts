/**
 * One transaction for all writes that arrive together. Owns: when a commit happens and what a failed one means.
 * A write is settled only after its commit. Must never: know what a write is about.
 */
import { type Database, DatabaseError, faultOf, type Row, type Statement } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
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
const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 5_000;

const mayPass = (error: unknown): boolean => {
  const fault = faultOf(error);
  return fault === 'busy' || fault === 'full' || fault === 'unreachable';
};

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
  #scheduled = false;
  #pauseMs = 0;
  #idle: (() => void)[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get backlog(): number {
    return this.#queue.length;
  }

  submit(write: Write): void {
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
    if (this.#queue.length === 0 && !this.#scheduled) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // The end of this turn of the event loop: whatever else arrives in it shares the commit.
    if (this.#pauseMs === 0) setImmediate(() => void this.#run());
    else this.#deps.clock.after(this.#pauseMs, () => void this.#run());
  }

  async #run(): Promise<void> {
    const writes = this.#take();
    await this.#commit(writes);
    this.#scheduled = false;
    if (this.#queue.length > 0) this.#schedule();
    if (this.#queue.length === 0 || this.#pauseMs > 0)
      for (const done of this.#idle.splice(0)) done();
  }

  #take(): Write[] {
    let count = 0;
    let rows = 0;
    let bytes = 0;
    for (const write of this.#queue) {
      rows += write.rows;
      bytes += write.bytes;
      if (count > 0 && (rows > ROWS_PER_COMMIT || bytes > BYTES_PER_COMMIT)) break;
      count++;
    }
    const writes = this.#queue.splice(0, count);
    for (const write of writes) this.#bytes -= write.bytes;
    return writes;
  }

  async #commit(writes: readonly Write[], isRecounted = false): Promise<void> {
    const turn = this.#deps.sequences.begin();
    let parts: Statement[][];
    let rows: Row[][];
    try {
      parts = writes.map((write) => write.statements(turn));
      rows = await this.#deps.db.batch([...parts.flat(), ...turn.statements()]);
    } catch (error) {
      if (isNumberTaken(error) && !isRecounted) return this.#recount(turn, writes);
      if (mayPass(error)) this.#hold(writes, error);
      else if (writes.length > 1) for (const write of writes) await this.#commit([write]);
      else writes[0]?.failed(error);
      return;
    }
    turn.commit();
    this.#pauseMs = 0;
    let from = 0;
    for (const [index, write] of writes.entries()) {
      const until = from + (parts[index]?.length ?? 0);
      write.committed(rows.slice(from, until));
      from = until;
    }
  }

  /** On a shared server another process may have counted on. Nobody is passed over: the same writes again, once. */
  async #recount(turn: Turn, writes: readonly Write[]): Promise<void> {
    // Should this fail, the next commit says why.
    await turn.recount().catch(() => {});
    await this.#commit(writes, true);
  }

  /** What must happen goes back to the head of the queue, in its order; the others hear of the failure. */
  #hold(writes: readonly Write[], error: unknown): void {
    const held = writes.filter((write) => write.mustHappen);
    this.#queue.unshift(...held);
    for (const write of held) this.#bytes += write.bytes;
    for (const write of writes) if (!write.mustHappen) write.failed(error);
    if (held.length === 0) return;
    this.#pauseMs = Math.min(Math.max(PAUSE_FIRST_MS, this.#pauseMs * 2), PAUSE_MAX_MS);
    const fields = { error: messageOf(error), held: held.length, nextTryInMs: this.#pauseMs };
    this.#deps.log.error('the database did not take a commit', fields);
  }
}
