/** A write of the engine, and how many of them one commit takes. */
import type { Database, Row, Statement } from '../../db/client.ts';
import { bytesOf, lengthOf, sumOf } from '../../db/parameters.ts';
import { type CommitLimits, type SizedWrite, takeFirst } from '../../db/write-queue.ts';
import { Backoff } from '../../shared/async/repeat.ts';
import type { Cancel, Clock } from '../../shared/clock.ts';
import type { SequenceBatch } from './sequences.ts';

export interface QueuedWrite extends SizedWrite {
  /** Returns its statements. Called again for every try, because numbers taken in a failed commit are void. */
  statements(turn: SequenceBatch): Statement[];
  /** Called when it is on disk. `rows` has what each of its statements returned. */
  onCommitted(rows: Row[][]): void;
  /** Called when it is on disk, but the answer with the returned rows was lost. */
  onCommittedWithoutRows(): void;
  /** Called when it is not on disk and will not be, unless the error says that this is unknown. */
  onFailed(error: unknown): void;
  /** Whether it is retried until it succeeds while the database is busy, full or unreachable. */
  readonly mustSucceed: boolean;
}

export class ChangeWrite implements QueuedWrite {
  readonly mustSucceed = false;
  readonly rows: number;
  readonly bytes: number;
  readonly #change: readonly Statement[];
  readonly onCommitted: (rows: Row[][]) => void;
  readonly onFailed: (error: unknown) => void;

  constructor(
    change: readonly Statement[],
    committed: (rows: Row[][]) => void,
    failed: (error: unknown) => void,
  ) {
    this.#change = change;
    this.onCommitted = committed;
    this.onFailed = failed;
    this.rows = change.length;
    this.bytes = bytesOf(change);
  }

  statements(): Statement[] {
    return [...this.#change];
  }

  onCommittedWithoutRows(): void {
    this.onCommitted(this.#change.map(() => []));
  }
}

/** Longer values are in no index. */
const INDEXED_MAX = 256;

/** Returns approximately how many bytes a change takes on disk: in its rows, and again in indexes. */
export const storedBytesOf = (change: readonly Statement[]): number =>
  sumOf(change, (value) => {
    const length = lengthOf(value);
    return length > INDEXED_MAX ? length : 2 * length;
  });
/** The approximate size of a delivery and its attempts on disk. */
export const DELIVERY_BYTES = 1_024;

export const COMMIT_LIMITS: CommitLimits = { rows: 2_048, bytes: 32 * 1024 * 1024 };

// Holds writes that must succeed but that the database refused, and tries them again in order.

/** The pause before the next try, short so that they are written soon after there is room again. */
const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 1_000;

export class RefusedWrites {
  readonly #clock: Clock;
  readonly #due: () => void;
  #writes: QueuedWrite[] = [];
  /** Whether some are being tried and may have to be put back in front of the others. */
  #isTrying = false;
  #cancelPause: Cancel | null = null;
  readonly #backoff = new Backoff({ firstMs: PAUSE_FIRST_MS, maxMs: PAUSE_MAX_MS });

  /** `due` is called when the writes should be tried. */
  constructor(clock: Clock, due: () => void) {
    this.#clock = clock;
    this.#due = due;
  }

  get size(): number {
    return this.#writes.length;
  }

  /** Returns whether a new write must be held behind others. */
  get hasAny(): boolean {
    return this.#isTrying || this.#writes.length > 0;
  }

  get areDue(): boolean {
    return this.#writes.length > 0 && this.#cancelPause === null;
  }

  add(writes: readonly QueuedWrite[]): void {
    this.#writes.push(...writes);
  }

  /** Tries the first of them; `attempt` returns those that were refused again. Returns whether all were accepted. */
  async attempt(
    attempt: (writes: readonly QueuedWrite[]) => Promise<QueuedWrite[]>,
  ): Promise<boolean> {
    this.#isTrying = true;
    const refused = await attempt(takeFirst(this.#writes, COMMIT_LIMITS)).finally(() => {
      this.#isTrying = false;
    });
    this.#writes.unshift(...refused);
    if (refused.length > 0) this.pause();
    return refused.length === 0;
  }

  /** Must be called after a refusal: delays the next try. */
  pause(): void {
    this.#cancelPause = this.#clock.after(this.#backoff.next(), () => {
      this.#cancelPause = null;
      this.#due();
    });
  }

  /** Must be called after the database accepted a write: makes the held ones due at once. */
  resume(): void {
    this.#cancelPause?.();
    this.#cancelPause = null;
    this.#backoff.reset();
  }
}

// Finds the writes for which a commit of several was refused.

/**
 * Returns what each write fails with, null for those that can be committed. If the count of a stream cannot be stored,
 * such as when another process owns it, all that number its events fail. Nothing is written.
 */
export async function tryOutWrites(
  db: Pick<Database, 'tryOut'>,
  turn: SequenceBatch,
  writes: readonly QueuedWrite[],
): Promise<unknown[]> {
  /** By stream, in the order of the statements that store its counts: the indexes of the writes that number events. */
  const numbering = new Map<string, Set<number>>();
  const found: unknown[] = writes.map(() => null);
  const parts = writes.map((write, index): Statement[] => {
    const next = (streamId: string) => {
      numbering.getOrInsertComputed(streamId, () => new Set()).add(index);
      return turn.next(streamId);
    };
    try {
      return write.statements({ ...turn, next });
    } catch (error) {
      found[index] = error;
      return [];
    }
  });
  const errors = await db.tryOut([...parts, ...turn.statements().map((count) => [count])]);
  for (const index of writes.keys()) found[index] ??= errors[index];
  for (const [position, indexes] of [...numbering.values()].entries())
    for (const index of indexes) found[index] ??= errors[writes.length + position];
  return found;
}
