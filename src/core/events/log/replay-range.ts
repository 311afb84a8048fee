/** Finds out which sequences of a stream were published in a time. */
import type { Database } from '../../db/client.ts';
import { CLOCK_SLACK_MS } from './delivery-search.ts';

type Db = Pick<Database, 'query'>;

export interface ReplayRange {
  /** The first and the last sequence that can be of the time. The range is empty if the first is above the last. */
  readonly first: number;
  readonly last: number;
  /** When the oldest stored event was created, in ms since 1970; null if none is stored. */
  readonly oldest: number | null;
  /** Whether older events of the stream are no longer stored. */
  readonly isPruned: boolean;
}

const ENDS = `select (select last_sequence from streams where id = ?1), sequence, created_at
  from (select 1) left join (select sequence, created_at from events where stream_id = ?1 order by sequence limit 1)`;
const FROM =
  'select sequence, created_at from events where stream_id = ? and sequence >= ? order by sequence limit 1';

/**
 * Returns the range of a time, in ms since 1970. It begins and ends a little outside of the time, because clocks may be
 * set: each event has to be compared with the time.
 */
export async function rangeOf(
  db: Db,
  streamId: string,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<ReplayRange> {
  const [row] = await db.query(ENDS, [streamId]);
  const [last, lowest, oldest] = row ?? [];
  const end = Number(last ?? 0);
  if (lowest == null) return { first: end + 1, last: end, oldest: null, isPruned: end > 0 };
  const from = await firstAfter(db, streamId, since - CLOCK_SLACK_MS, [Number(lowest), end]);
  const beyond = await firstAfter(db, streamId, until + CLOCK_SLACK_MS, [from, end]);
  const isPruned = Number(lowest) > 1;
  return { first: from, last: beyond - 1, oldest: Number(oldest), isPruned };
}

/** Returns the first sequence whose event is younger than the time, or the one after the last. */
async function firstAfter(
  db: Db,
  streamId: string,
  time: number,
  [lowest, last]: readonly [number, number],
): Promise<number> {
  let low = lowest;
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await db.query(FROM, [streamId, middle]);
    const [sequence, createdAt] = row ?? [];
    if (sequence == null || Number(createdAt) > time) high = middle;
    else low = Number(sequence) + 1;
  }
  return low;
}
