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
  /** When the first waiting delivery is or was due, in ms of the steady clock; null if none waits. */
  readonly oldestDueAt: number | null;
}

/** `kind` is the condition of one of the partial indexes; `firstDue` reads the first row of that index. */
const waitingWhere = (kind: string, firstDue: string) => {
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
      (select d.next_attempt_at from deliveries d where ${inLane} order by ${firstDue} limit 1)
    from lane where endpoint is not null`;
};

/** First attempts are due in the order of sequences, so the first row has waited longest. */
const FRESH = waitingWhere("d.state = 'waiting' and d.attempt_count = 0", 'd.sequence');
const RETRIES = waitingWhere("d.state = 'waiting' and d.attempt_count > 0", 'd.next_attempt_at');
const SENDING = `select stream_id, endpoint, 0, count(*), null from deliveries
  where stream_id in (select id from streams) and state = 'sending' group by stream_id, endpoint`;

/** Returns one row for each stream, endpoint and kind of work; the caller adds them up. */
export async function readBacklog(db: Pick<Database, 'query'>): Promise<Backlog[]> {
  const parts = await Promise.all([FRESH, RETRIES, SENDING].map((sql) => db.query(sql, [])));
  return parts.flat().map(toBacklog);
}

const toBacklog = ([streamId, endpoint, waiting, sending, dueAt]: Row): Backlog => ({
  streamId: String(streamId),
  endpoint: String(endpoint),
  waiting: Number(waiting),
  sending: Number(sending),
  oldestDueAt: dueAt == null ? null : Number(dueAt),
});
