/** Reads the body of a delivery that memory does not have: from the event log, or from what a replay has restored. */
import type { Database, Row } from '../../db/client.ts';
import type { Delivery, Target } from '../contract/channel.ts';
import { replayOfLane } from '../contract/endpoint.ts';
import type { EventBodies } from '../log/bodies.ts';

export interface BodySources {
  readonly db: Pick<Database, 'query'>;
  readonly bodies: EventBodies;
  /** The variable WEBHOOK_FILES, for targets without a setting of their own. */
  readonly mediaInBodies: boolean;
}

const READ = 'select body, media_id from events where stream_id = ? and sequence = ?';
const READ_RESTORED = 'select body, null from restored_events where replay_id = ? and sequence = ?';

const TOO_LARGE = 'the receiver refused the whole event as too large (413)';

/** Returns the body of a delivery, or null if its event is no longer stored. */
export async function readBody(
  { db, bodies, mediaInBodies }: BodySources,
  delivery: Delivery,
  target: Target,
): Promise<string | null> {
  const row = await readRow(db, delivery);
  if (row === undefined) return null;
  const stored = { body: String(row[0]), mediaId: row[1] == null ? null : String(row[1]) };
  const carriesMedia = target.base64 ?? mediaInBodies;
  return carriesMedia && delivery.isMediaRefused
    ? bodies.without(stored, `${TOO_LARGE}, whose file has ${delivery.mediaBytes} bytes`)
    : bodies.with(stored, carriesMedia);
}

async function readRow(
  db: BodySources['db'],
  { streamId, endpoint, sequence }: Delivery,
): Promise<Row | undefined> {
  const [row] = await db.query(READ, [streamId, sequence]);
  const replayId = replayOfLane(endpoint);
  if (row !== undefined || replayId === null) return row;
  const [restored] = await db.query(READ_RESTORED, [replayId, sequence]);
  return restored;
}
