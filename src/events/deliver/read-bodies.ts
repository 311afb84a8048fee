/** Reads the bodies of deliveries that memory does not have: from the event log, or from what a replay has restored. */
import type { Database, Row } from '../../db/client.ts';
import type { Target } from '../contract/channel.ts';
import type { Delivery } from '../contract/delivery.ts';
import { replayOfLane } from '../contract/endpoint.ts';
import type { EventBodies } from '../log/bodies.ts';

export interface BodySources {
  readonly db: Pick<Database, 'query'>;
  readonly bodies: EventBodies;
  /** The variable WEBHOOK_FILES, for targets without a setting of their own. */
  readonly mediaInBodies: boolean;
}

const SEQUENCES = 'sequence in (select value from json_each(?))';
const READ = `select sequence, body, media_id from events where stream_id = ? and ${SEQUENCES}`;
const READ_RESTORED = `select sequence, body, null from restored_events where replay_id = ? and ${SEQUENCES}`;

const TOO_LARGE = 'the receiver refused the whole event as too large (413)';

/** Returns the body of each of these deliveries of one lane; null where the event is no longer stored. */
export async function readBodies(
  { db, bodies, mediaInBodies }: BodySources,
  deliveries: readonly Delivery[],
  target: Target,
): Promise<(string | null)[]> {
  const rows = await readRows(db, deliveries);
  const read = async (delivery: Delivery): Promise<string | null> => {
    const { body, sequence, isMediaRefused, mediaBytes } = delivery;
    const row = rows.get(sequence);
    if (body !== null || row === undefined) return body;
    const stored = { body: String(row[1]), mediaId: row[2] == null ? null : String(row[2]) };
    const carriesMedia = target.base64 ?? mediaInBodies;
    return carriesMedia && isMediaRefused
      ? bodies.without(stored, `${TOO_LARGE}, whose file has ${mediaBytes} bytes`)
      : bodies.with(stored, carriesMedia);
  };
  return Promise.all(deliveries.map(read));
}

/** Returns the rows of those whose bodies are not in memory, by sequence. */
async function readRows(
  db: BodySources['db'],
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<number, Row>> {
  const rows = new Map<number, Row>();
  const read = async (sql: string, owner: string) => {
    const missing = deliveries.filter(({ body, sequence }) => body === null && !rows.has(sequence));
    if (missing.length === 0) return;
    const sequences = JSON.stringify(missing.map(({ sequence }) => sequence));
    for (const row of await db.query(sql, [owner, sequences])) rows.set(Number(row[0]), row);
  };
  const [first] = deliveries;
  if (first === undefined) return rows;
  await read(READ, first.streamId);
  const replayId = replayOfLane(first.endpoint);
  if (replayId !== null) await read(READ_RESTORED, replayId);
  return rows;
}
