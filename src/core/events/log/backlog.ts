/**
 * Counts the waiting deliveries of each endpoint in the table, so that the numbers are right immediately after a
 * restart.
 */
import type { Database, Row } from '../../db/client.ts';

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
