/** How much waits, per endpoint, counted in the table: right from the first moment after a restart. */
import type { Database, Row } from '../../db/client.ts';

export interface Backlog {
  readonly endpoint: string;
  readonly waiting: number;
  readonly sending: number;
  /** Steady ms at which the first of the waiting ones is or was due; null: none waits. */
  readonly oldestDueAt: number | null;
}

/** `kind` is what one of the partial indexes holds; `firstDue` reads that index's first row. */
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
    select endpoint, (select count(*) from deliveries d where ${inLane}), 0,
      (select d.next_attempt_at from deliveries d where ${inLane} order by ${firstDue} limit 1)
    from lane where endpoint is not null`;
};

/** First attempts fall due in sequence order, so the first row has waited longest. */
const FRESH = waitingWhere("d.state = 'waiting' and d.attempt_count = 0", 'd.sequence');
const RETRIES = waitingWhere("d.state = 'waiting' and d.attempt_count > 0", 'd.next_attempt_at');
const SENDING = `select endpoint, 0, count(*), null from deliveries
  where stream_id in (select id from streams) and state = 'sending' group by endpoint`;

/** Each endpoint once per stream and kind of work; the caller adds up. */
export async function readBacklog(db: Pick<Database, 'query'>): Promise<Backlog[]> {
  const parts = await Promise.all([FRESH, RETRIES, SENDING].map((sql) => db.query(sql, [])));
  return parts.flat().map(toBacklog);
}

const toBacklog = ([endpoint, waiting, sending, dueAt]: Row): Backlog => ({
  endpoint: String(endpoint),
  waiting: Number(waiting),
  sending: Number(sending),
  oldestDueAt: dueAt == null ? null : Number(dueAt),
});
