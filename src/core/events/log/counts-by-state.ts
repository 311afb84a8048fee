/** Counts, up to a limit, how many deliveries of each stream wait and how many were discarded. */
import type { Database } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';

/** Every count stops at `COUNTED_MAX`. */
export interface DeliveryCounts {
  /** Deliveries that wait for an attempt. */
  readonly waiting: number;
  /** Deliveries among those that have failed before. */
  readonly retrying: number;
  /** Discarded deliveries that are still listed. */
  readonly discarded: number;
}

export const NO_DELIVERIES: DeliveryCounts = { waiting: 0, retrying: 0, discarded: 0 };

/** A higher count tells nobody more, and would take the database's time. */
export const COUNTED_MAX = 1000;
/** Streams in one query: between two, others get their turn. */
const PER_QUERY = 100;

/** The index is named: left to itself, the planner reads the row of every waiting delivery for its attempts. */
const countOf = (index: string, condition: string) =>
  `(select count(*) from (select 1 from deliveries d indexed by ${index}
    where d.stream_id = wanted.value and ${condition} limit ${COUNTED_MAX}))`;

const SQL = `select wanted.value,
  ${countOf('deliveries_listed', "d.state = 'waiting'")},
  ${countOf('deliveries_retry', "d.state = 'waiting' and d.attempt_count > 0")},
  ${countOf('deliveries_listed', "d.state = 'discarded'")}
  from json_each(?) wanted`;

/** Rejects with a DatabaseError. */
export async function countByState(
  db: Pick<Database, 'query'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DeliveryCounts>> {
  const counts = new Map<string, DeliveryCounts>();
  for (let from = 0; from < ids.length; from += PER_QUERY) {
    if (from > 0) await yieldToEventLoop();
    const rows = await db.query(SQL, [JSON.stringify(ids.slice(from, from + PER_QUERY))]);
    for (const [id, waiting, retrying, discarded] of rows)
      counts.set(String(id), {
        waiting: Number(waiting),
        retrying: Number(retrying),
        discarded: Number(discarded),
      });
  }
  return counts;
}
