/** Reads the newest events of a stream, to recognise what was published before. */
import type { Database } from '../../db/client.ts';

interface PublishedEvent {
  readonly type: string;
  readonly state: string | undefined;
  readonly data: unknown;
}

const SLICE = 500;
/** Older events are not examined. */
const EXAMINED_MAX = 10_000;

const NEWEST = `select sequence, created_at, iif(type in (select value from json_each(?)), body, null)
  from events where stream_id = ? and sequence < ? order by sequence desc limit ${SLICE}`;

/**
 * Returns the events of these types that were published since `sinceMs`, in ms since 1970, among the newest 10,000
 * events of the stream.
 */
export async function readRecentEvents(
  db: Pick<Database, 'query'>,
  streamId: string,
  types: readonly string[],
  sinceMs: number,
): Promise<PublishedEvent[]> {
  const found: PublishedEvent[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let examined = 0; examined < EXAMINED_MAX; examined += SLICE) {
    const rows = await db.query(NEWEST, [JSON.stringify(types), streamId, before]);
    for (const [, , body] of rows) if (body !== null) found.push(eventOf(String(body)));
    const [sequence, createdAt] = rows.at(-1) ?? [0, 0];
    if (rows.length < SLICE || Number(createdAt) < sinceMs) break;
    before = Number(sequence);
  }
  return found;
}

function eventOf(body: string): PublishedEvent {
  const { event, state, data } = JSON.parse(body);
  return { type: event, state, data };
}
