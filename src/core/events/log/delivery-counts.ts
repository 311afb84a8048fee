/** Counts deliveries of many streams up to a limit: by state, or those that a redelivery would send again. */
import type { Database } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { firstIdAt } from '../../shared/ids.ts';
import { CLOCK_SLACK_MS } from './delivery-search.ts';
import { type Redelivery, TO_ONE_OF } from './redelivery.ts';

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

const BY_STATE = `select wanted.value,
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
    const rows = await db.query(BY_STATE, [JSON.stringify(ids.slice(from, from + PER_QUERY))]);
    for (const [id, waiting, retrying, discarded] of rows)
      counts.set(String(id), {
        waiting: Number(waiting),
        retrying: Number(retrying),
        discarded: Number(discarded),
      });
  }
  return counts;
}

/** `from` and `to` limit `createdAt`, in ms since 1970. */
export type CountSelection = Required<Pick<Redelivery, 'state'>> &
  Pick<Redelivery, 'endpoints' | 'from' | 'to'>;

export interface StreamCount {
  readonly streamId: string;
  readonly count: number;
  /** Whether there are more than were counted. */
  readonly isMore: boolean;
}

/** The limits: for a search in one stream, and for each of many streams. */
const COUNTED_OF_ONE = 10_000;
const COUNTED_OF_EACH = 1_000;
const STREAMS_PER_STATEMENT = 20;

const counting = (
  index: string,
  condition: string,
) => `select j.value, (select count(*) from (select 1
    from deliveries d indexed by ${index}
    where d.stream_id = j.value and d.state = ? and d.id >= ? and d.created_at >= ? and d.created_at <= ?${condition}
    limit ?))
  from json_each(?) j`;

/** Returns the counts; streams without a matching delivery are left out. */
export async function countDeliveries(
  db: Pick<Database, 'query'>,
  streamIds: readonly string[],
  { state, from = 0, to = Number.MAX_SAFE_INTEGER, endpoints }: CountSelection,
): Promise<StreamCount[]> {
  const most = streamIds.length === 1 ? COUNTED_OF_ONE : COUNTED_OF_EACH;
  const lowest = firstIdAt(from - CLOCK_SLACK_MS);
  const counts: StreamCount[] = [];
  const sql =
    endpoints === undefined
      ? counting('deliveries_listed', '')
      : counting('deliveries_of_webhook', ` and ${TO_ONE_OF}`);
  const among = endpoints === undefined ? [] : [JSON.stringify(endpoints)];
  for (let at = 0; at < streamIds.length; at += STREAMS_PER_STATEMENT) {
    const some = JSON.stringify(streamIds.slice(at, at + STREAMS_PER_STATEMENT));
    const rows = await db.query(sql, [state, lowest, from, to, ...among, most + 1, some]);
    for (const [streamId, counted] of rows) {
      const count = Math.min(Number(counted), most);
      if (count > 0)
        counts.push({ streamId: String(streamId), count, isMore: Number(counted) > most });
    }
    if (at + STREAMS_PER_STATEMENT < streamIds.length) await yieldToEventLoop();
  }
  return counts;
}
