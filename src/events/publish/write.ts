/** A write of the engine, and how many of them one transaction takes. */
import type { Row, Statement, Value } from '../../db/client.ts';
import type { SequenceBatch } from './sequences.ts';

export interface QueuedWrite {
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
  /** The approximate number of rows that it changes, and of bytes. */
  readonly rows: number;
  readonly bytes: number;
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

/** Returns approximately how many bytes the statements write. */
export const bytesOf = (change: readonly Statement[]): number => sumOf(change, lengthOf);

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

const sumOf = (change: readonly Statement[], sizeOf: (value: Value) => number): number =>
  change.reduce(
    (sum, { params }) => params.reduce((all: number, value) => all + sizeOf(value), sum),
    0,
  );

const lengthOf = (value: Value): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;

const ROWS_PER_COMMIT = 2_048;
const BYTES_PER_COMMIT = 32 * 1024 * 1024;

/** Removes and returns the first writes of the queue, as many as one transaction takes. */
export function takeBatch(queue: QueuedWrite[]): QueuedWrite[] {
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
