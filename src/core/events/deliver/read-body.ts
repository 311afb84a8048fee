/** Reads the body of a delivery that memory does not have: from the event log, or from what a replay has restored. */
import type { Database } from '../../db/client.ts';
import type { Delivery, Target } from '../contract/channel.ts';
import { replayOfLane } from '../contract/endpoint.ts';
import type { EventBodies } from '../log/bodies.ts';
import { restoredEvent } from '../log/replays.ts';

export interface BodySources {
  readonly db: Pick<Database, 'query'>;
  readonly bodies: EventBodies;
  /** The variable WEBHOOK_FILES, for targets without a setting of their own. */
  readonly mediaInBodies: boolean;
}

const READ = 'select body, media_id from events where stream_id = ? and sequence = ?';

const TOO_LARGE = 'the receiver refused the whole event as too large (413)';

/** Returns the body of a delivery, or null if its event is no longer stored. */
export async function readBody(
  { db, bodies, mediaInBodies }: BodySources,
  delivery: Delivery,
  target: Target,
): Promise<string | null> {
  const stored = await readStored(db, delivery);
  if (stored === null) return null;
  const carriesMedia = target.base64 ?? mediaInBodies;
  return carriesMedia && delivery.isMediaRefused
    ? bodies.without(stored, `${TOO_LARGE}, whose file has ${delivery.mediaBytes} bytes`)
    : bodies.with(stored, carriesMedia);
}

async function readStored(
  db: BodySources['db'],
  { streamId, endpoint, sequence }: Delivery,
): Promise<Parameters<EventBodies['with']>[0] | null> {
  const [row] = await db.query(READ, [streamId, sequence]);
  if (row !== undefined)
    return { body: String(row[0]), mediaId: row[1] == null ? null : String(row[1]) };
  const replayId = replayOfLane(endpoint);
  return replayId === null ? null : restoredEvent(db, replayId, sequence);
}
