/** Counts the deliveries that a redelivery would send again, for each stream and up to a limit. */
import type { Database } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { firstIdAt } from '../../shared/ids.ts';
import { CLOCK_SLACK_MS } from './delivery-search.ts';
import { type Redelivery, TO_ONE_OF } from './redelivery.ts';

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
