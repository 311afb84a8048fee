/** Counts deliveries of many streams up to a limit: by state, or those that a redelivery would send again. */
import type { Database, Row } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { firstIdAt } from '../../shared/ids.ts';
import type { Redelivery } from '../contract/replay.ts';
import { CLOCK_SLACK_MS } from './delivery-search.ts';
import { TO_ONE_OF } from './redelivery.ts';

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
  Pick<Redelivery, 'endpoint' | 'endpoints' | 'from' | 'to'>;

interface StreamCount {
  readonly streamId: string;
  readonly count: number;
  /** Whether there may be more than were counted. */
  readonly isMore: boolean;
}

/** The limits: for a search in one stream, and for each of many streams. */
const COUNTED_OF_ONE = 10_000;
const COUNTED_OF_EACH = 1_000;
const STREAMS_PER_STATEMENT = 20;

/** Reads rows by an index up to a limit, and counts those that match and those that were read. */
const counting = (index: string, condition = '', isMatch = '1') => `select j.value, (
    select json_array(total(${isMatch}), count(*)) from (select d.base_endpoint
      from deliveries d indexed by ${index}
      where d.stream_id = j.value and d.state = ? and d.id >= ? and d.created_at >= ? and d.created_at <= ?${condition}
      limit ?) d)
  from json_each(?) j`;

const OF_ALL = counting('deliveries_listed');
const OF_WEBHOOKS = counting('deliveries_of_webhook', ` and ${TO_ONE_OF}`);
/** Endpoints without an index of their own are looked for among all, up to twice as many as are counted. */
const OF_ENDPOINT = counting('deliveries_listed', '', 'd.base_endpoint = ?');

/** Returns the statement and its values before the streams, of which the last is how many rows are read. */
function statementOf(selection: CountSelection, most: number) {
  const { state, from = 0, to = Number.MAX_SAFE_INTEGER, endpoint, endpoints } = selection;
  const range = [state, firstIdAt(from - CLOCK_SLACK_MS), from, to];
  if (endpoint !== undefined && endpoints === undefined && !endpoint.includes(':'))
    return { sql: OF_ENDPOINT, values: [endpoint, ...range], read: 2 * most };
  const read = most + 1;
  if (endpoint === undefined && endpoints === undefined)
    return { sql: OF_ALL, values: range, read };
  const webhooks = (endpoints ?? [endpoint]).filter(
    (one) => endpoint === undefined || one === endpoint,
  );
  return { sql: OF_WEBHOOKS, values: [...range, JSON.stringify(webhooks)], read };
}

/** Returns the counts; streams that surely have no matching delivery are left out. */
export async function countDeliveries(
  db: Pick<Database, 'query'>,
  streamIds: readonly string[],
  selection: CountSelection,
): Promise<StreamCount[]> {
  const most = streamIds.length === 1 ? COUNTED_OF_ONE : COUNTED_OF_EACH;
  const { sql, values, read } = statementOf(selection, most);
  const counts: StreamCount[] = [];
  for (let at = 0; at < streamIds.length; at += STREAMS_PER_STATEMENT) {
    const some = JSON.stringify(streamIds.slice(at, at + STREAMS_PER_STATEMENT));
    for (const [streamId, found] of await db.query(sql, [...values, read, some])) {
      const [matching = 0, looked] = JSON.parse(String(found)) as number[];
      const count = Math.min(matching, most);
      const isMore = matching > most || looked === read;
      if (count > 0 || isMore) counts.push({ streamId: String(streamId), count, isMore });
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
