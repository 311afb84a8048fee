/** Changes many rows in slices that leave the database to other work in between. */
import type { Database, Row, Value } from '../../db/client.ts';
import { type Clock, sleep, yieldToEventLoop } from '../../shared/clock.ts';

export interface Slice {
  /** The most rows that one statement changes. */
  readonly slice: number;
  /** Called with the rows that each statement returns. */
  readonly onRows?: ((rows: readonly Row[]) => void) | undefined;
}

/**
 * Repeats a statement until it changes fewer rows than a slice has. It says `$slice` where its limit belongs. Returns
 * the number of rows.
 */
export type RepeatSlice = (
  sql: string,
  params: readonly Value[],
  options?: Partial<Slice>,
) => Promise<number>;

export const SLICE = 500;
const LEAST_SLICE = 100;
/** A slice that took longer is halved, so that nothing else waits longer for it. */
const SLOW_MS = 8;
/** A slice that took less is doubled. */
const QUICK_MS = 3;
/** After each slice, other work has the database for so many times as long as the slice took. */
const PAUSES_PER_SLICE = 3;

interface SliceDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  /** Aborted when nothing more may be changed. */
  readonly signal: AbortSignal;
}

/**
 * Pauses after each slice: of events that come and expire at the same rate, the deletions would otherwise take every
 * second turn of the event loop, and publishing would fall behind.
 */
export const createSlices =
  ({ db, clock, signal }: SliceDeps): RepeatSlice =>
  async (sql, params, { slice: most = SLICE, onRows } = {}) => {
    let [total, slice] = [0, most];
    while (!signal.aborted) {
      const from = clock.steady();
      const rows = await db.query(sql.replace('$slice', String(slice)), [...params]);
      onRows?.(rows);
      total += rows.length;
      if (rows.length < slice) break;
      const tookMs = clock.steady() - from;
      if (tookMs > SLOW_MS) slice = Math.max(Math.min(LEAST_SLICE, most), slice >> 1);
      else if (tookMs < QUICK_MS) slice = Math.min(most, slice * 2);
      await (tookMs > 0 ? sleep(clock, tookMs * PAUSES_PER_SLICE, signal) : yieldToEventLoop());
    }
    return total;
  };
