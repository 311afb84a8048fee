/** One write of the engine: what a commit is made of, and how many of them one transaction holds. */
import type { Row, Statement, Value } from '../../db/client.ts';
import type { SequenceBatch } from './sequences.ts';

export interface QueuedWrite {
  /** Its statements; asked anew for every try, since numbers taken in a failed turn are void. */
  statements(turn: SequenceBatch): Statement[];
  /** On disk. `rows` holds what each of its statements returned. */
  committed(rows: Row[][]): void;
  /** On disk as well, but the answer was lost and with it what the statements returned. */
  found(): void;
  /** Not on disk, and will not be, unless the error says that this is not known. */
  failed(error: unknown): void;
  /** Retried until it succeeds while the database is busy, full or out of reach. */
  readonly mustSucceed: boolean;
  /** Roughly how many rows it touches and bytes it holds. */
  readonly rows: number;
  readonly bytes: number;
}

/** A change without events. */
export class ChangeWrite implements QueuedWrite {
  readonly mustSucceed = false;
  readonly rows: number;
  readonly bytes: number;
  readonly #change: readonly Statement[];
  readonly committed: (rows: Row[][]) => void;
  readonly failed: (error: unknown) => void;

  constructor(
    change: readonly Statement[],
    committed: (rows: Row[][]) => void,
    failed: (error: unknown) => void,
  ) {
    this.#change = change;
    this.committed = committed;
    this.failed = failed;
    this.rows = change.length;
    this.bytes = bytesOf(change);
  }

  statements(): Statement[] {
    return [...this.#change];
  }

  found(): void {
    this.committed(this.#change.map(() => []));
  }
}

/** Roughly how many bytes the statements write. */
export const bytesOf = (change: readonly Statement[]): number =>
  change.reduce((sum, { params }) => sum + params.reduce(addLength, 0), 0);

/** What a change brings is stored in its rows and in indexes: what can be searched is on disk once more. */
export const CHANGE_COPIES = 2;
/** About what a delivery and its attempts take on disk. */
export const DELIVERY_BYTES = 1_024;

const addLength = (sum: number, value: Value): number =>
  sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8);

const ROWS_PER_COMMIT = 2_048;
const BYTES_PER_COMMIT = 32 * 1024 * 1024;

/** The first of them, as many as one transaction should hold; they are then no longer in the queue. */
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
