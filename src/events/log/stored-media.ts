/** Removes the oldest media of an instance; its events stay and say why the media is missing. */
import type { Database, Row } from '../../db/client.ts';
import { MEDIA_BYTES } from '../../db/instance-tables.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import type { Removal, RemovalResult } from './stored-rows.ts';

/** The reason in a body whose media was removed. */
const REMOVED = 'the media was removed: the instance keeps no more than INSTANCE_STORAGE_LIMIT';

/** How many rows are read, and how many changed, before the event loop serves other work. */
const LOOK_SLICE = 500;
const CHANGE_SLICE = 20;

/** Selects the next media of a stream: sequence, media id, bytes. */
const NEXT = `select sequence, media_id, ${MEDIA_BYTES} from events
  where stream_id = ? and sequence > ? order by sequence limit ${LOOK_SLICE}`;

const listOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

export async function removeOldestMedia(
  db: Pick<Database, 'query'>,
  { instanceId, enough, isNeeded }: Removal,
): Promise<RemovalResult> {
  let [count, bytes] = [0, 0];
  for (let after = 0; ; await yieldToEventLoop()) {
    const rows = await db.query(NEXT, [instanceId, after]);
    const free = rows.filter(([at, , size]) => size != null && !isNeeded(Number(at)));
    for (let at = 0; at < free.length && bytes < enough; at += CHANGE_SLICE) {
      const media = upTo(free.slice(at, at + CHANGE_SLICE), enough - bytes);
      await remove(db, instanceId, media);
      count += media.length;
      bytes += media.reduce((sum, [, , size]) => sum + Number(size), 0);
      await yieldToEventLoop();
    }
    if (rows.length < LOOK_SLICE || bytes >= enough) return { count, bytes };
    after = Number(rows.at(-1)?.[0]);
  }
}

async function remove(
  db: Pick<Database, 'query'>,
  instanceId: string,
  media: readonly Row[],
): Promise<void> {
  const ids = media.map(([, mediaId]) => mediaId ?? null);
  await db.query(
    `update events set media_id = null, body = replace(body,
      '"base64":"@media:' || media_id || '@"', '"mediaError":"${REMOVED}"')
      where stream_id = ? and sequence in (${listOf(ids)})`,
    [instanceId, ...media.map(([sequence]) => sequence ?? null)],
  );
  await db.query(`delete from media where id in (${listOf(ids)})`, ids);
}

/** Returns the first media that together free `enough` bytes. */
function upTo(media: readonly Row[], enough: number): readonly Row[] {
  let bytes = 0;
  return media.filter(([, , size]) => {
    const isTaken = bytes < enough;
    bytes += Number(size);
    return isTaken;
  });
}
