/** Tells when something last happened in streams. */
import type { Database } from '../../db/client.ts';

const SQL = `select wanted.value,
  (select created_at from events e where e.stream_id = wanted.value order by sequence desc limit 1)
  from json_each(?) wanted`;

/** Returns when the newest stored event of each stream was created, in ms since 1970. Rejects with a DatabaseError. */
export async function readLastEventTimes(
  db: Pick<Database, 'query'>,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(SQL, [JSON.stringify(streamIds)]);
  return new Map(rows.flatMap(([id, at]) => (at == null ? [] : [[String(id), Number(at)]])));
}
