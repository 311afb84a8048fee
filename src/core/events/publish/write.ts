/** A write of the engine, and how many of them one commit takes. */
import type { Row, Statement } from '../../db/client.ts';
import { bytesOf, lengthOf, sumOf } from '../../db/parameters.ts';
import type { CommitLimits, SizedWrite } from '../../db/write-queue.ts';
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
