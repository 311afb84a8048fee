/** Removes the oldest media of an instance; its events stay and say why the media is missing. */
import type { Database, Row } from '../../db/client.ts';
import { MEDIA_BYTES } from '../../db/instance-tables.ts';
import { LOOK_SLICE, type Removal, type RemovalResult, removeInOrder } from './stored-rows.ts';

/** The reason in a body whose media was removed. */
const REMOVED = 'the media was removed: the instance keeps no more than INSTANCE_STORAGE_LIMIT';

/** How many are removed before the event loop serves other work. */
const CHANGE_SLICE = 20;

/** Selects the next media of a stream: sequence, media id, bytes, and whether there is any. */
const NEXT = `select sequence, media_id, bytes, bytes is not null
  from (select sequence, media_id, ${MEDIA_BYTES} as bytes from events
    where stream_id = ? and sequence > ? order by sequence limit ${LOOK_SLICE})`;

const listOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

export const removeOldestMedia = (
  db: Pick<Database, 'query'>,
  { instanceId, enough, isNeeded }: Removal,
): Promise<RemovalResult> =>
  removeInOrder(enough, {
    read: (after) => db.query(NEXT, [instanceId, after?.[0] ?? 0]),
    isFree: ([sequence, , , hasBytes]) => hasBytes === 1 && !isNeeded(Number(sequence)),
    slice: CHANGE_SLICE,
    remove: (media) => remove(db, instanceId, media),
  });

async function remove(
  db: Pick<Database, 'query'>,
  instanceId: string,
  media: readonly Row[],
): Promise<number> {
  const ids = media.map(([, mediaId]) => mediaId ?? null);
  await db.query(
    `update events set media_id = null, body = replace(body,
      '"base64":"@media:' || media_id || '@"', '"mediaError":"${REMOVED}"')
      where stream_id = ? and sequence in (${listOf(ids)})`,
    [instanceId, ...media.map(([sequence]) => sequence ?? null)],
  );
  await db.query(`delete from media where id in (${listOf(ids)})`, ids);
  return media.length;
}
