/** Counts deliveries of many streams up to a limit: by state, or those that a redelivery would send again. */
import type { Database, Row } from '../../db/client.ts';
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
type CountSelection = Required<Pick<Redelivery, 'state'>> &
  Pick<Redelivery, 'endpoints' | 'from' | 'to'>;

interface StreamCount {
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

// Counts the waiting deliveries of each endpoint in the table, so that the numbers are right immediately after a
// restart.

export interface Backlog {
  readonly streamId: string;
  readonly endpoint: string;
  readonly waiting: number;
  readonly sending: number;
  /**
   * When the first waiting delivery is or was due, in ms of the steady clock; null if none waits. A delivery to a broker
   * is due from its beginning, however often it was refused.
   */
  readonly oldestDueAt: number | null;
}

/** `kind` is the condition of one of the partial indexes; `firstDueAt` selects from the rows that `where` names. */
const waitingWhere = (kind: string, firstDueAt: (where: string) => string) => {
  const inLane = `d.stream_id = lane.stream_id and d.endpoint = lane.endpoint and ${kind}`;
  return `with recursive lane (stream_id, endpoint) as (
      select s.id, (select min(d.endpoint) from deliveries d where d.stream_id = s.id and ${kind})
      from streams s
      union all
      select l.stream_id, (select min(d.endpoint) from deliveries d
        where d.stream_id = l.stream_id and d.endpoint > l.endpoint and ${kind})
      from lane l where l.endpoint is not null
    )
    select stream_id, endpoint, (select count(*) from deliveries d where ${inLane}), 0,
      ${firstDueAt(`from deliveries d where ${inLane}`)}
    from lane where endpoint is not null`;
};

/** First attempts are due in the order of sequences, so the first row has waited longest. */
const FRESH = waitingWhere(
  "d.state = 'waiting' and d.attempt_count = 0",
  (where) => `(select d.next_attempt_at ${where} order by d.sequence limit 1)`,
);
const IS_TO_WEBHOOK = ['webhook*', 'global-webhook*', 'endpoint:*']
  .map((pattern) => `lane.endpoint glob '${pattern}'`)
  .join(' or ');
/** The next try of a broker is never further away than a minute, so due times alone would hide how long it refuses. */
const RETRIES = waitingWhere(
  "d.state = 'waiting' and d.attempt_count > 0",
  (where) => `case when ${IS_TO_WEBHOOK}
    then (select d.next_attempt_at ${where} order by d.next_attempt_at limit 1)
    else (select min(d.created_at) ${where}) end`,
);
const SENDING = `select stream_id, endpoint, 0, count(*), null from deliveries
  where stream_id in (select id from streams) and state = 'sending' group by stream_id, endpoint`;

/** Returns one row for each stream, endpoint and kind of work; the caller adds them up. */
export async function readBacklog(db: Pick<Database, 'query'>): Promise<Backlog[]> {
  const parts = await Promise.all([FRESH, RETRIES, SENDING].map((sql) => db.query(sql, [])));
  return parts.flat().map(toBacklog);
}

/** Counts the streams of all nodes. Rejects with a DatabaseError. */
export async function countStreams(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query('select count(*) from streams', []);
  return Number(row?.[0]);
}

const toBacklog = ([streamId, endpoint, waiting, sending, dueAt]: Row): Backlog => ({
  streamId: String(streamId),
  endpoint: String(endpoint),
  waiting: Number(waiting),
  sending: Number(sending),
  oldestDueAt: dueAt == null ? null : Number(dueAt),
});
