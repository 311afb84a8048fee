/**
 * What a stream's events take on disk, and taking some of it back. Owns: the statements for it, each over a bounded
 * piece of the stream. Must never: remove what a delivery that is not finished still needs.
 */
import type { Database, Row } from '../../db/client.ts';
import type { Span } from './unfinished.ts';

type Db = Pick<Database, 'query'>;

export interface Use extends Span {
  /** Bodies and media. */
  readonly bytes: number;
  /** The first sequence with media; null when there is none. */
  readonly firstMedia: number | null;
}

export interface Removal {
  readonly streamId: string;
  /** Bytes after which it ends; it ends too when nothing is left to remove. */
  readonly enough: number;
  readonly isNeeded: (sequence: number) => boolean;
}

export interface Removed {
  readonly count: number;
  readonly bytes: number;
}

/** Why a body no longer holds its media. */
const REMOVED = 'the media was removed: the instance keeps no more than INSTANCE_STORAGE_LIMIT';

/** Rows measured, rows looked at and rows changed before everyone else gets a turn. */
const MEASURE_SLICE = 2_000;
const LOOK_SLICE = 500;
const CHANGE_SLICE = 20;

const MEDIA_BYTES = '(select length(bytes) from media where id = media_id)';
const MEASURE = `select count(*), min(sequence), max(sequence), sum(size), min(with_media) from (
  select sequence, octet_length(body) + coalesce(${MEDIA_BYTES}, 0) as size,
    case when media_id is not null then sequence end as with_media
  from events where stream_id = ? and sequence > ? order by sequence limit ${MEASURE_SLICE})`;
/** What is next in a stream: sequence, media id, bytes of the media. */
const NEXT = `select sequence, media_id, ${MEDIA_BYTES} from events
  where stream_id = ? and sequence > ? order by sequence limit ${LOOK_SLICE}`;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const listOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** Reads the whole stream, a slice at a time. */
export async function measure(db: Db, streamId: string): Promise<Use> {
  let bytes = 0;
  let first: number | null = null;
  let firstMedia: number | null = null;
  for (let after = 0; ; await nextTurn()) {
    const [row = []] = await db.query(MEASURE, [streamId, after]);
    const [count, from, to, size, withMedia] = row;
    if (Number(count) > 0) after = Number(to);
    bytes += Number(size ?? 0);
    first ??= from == null ? null : Number(from);
    firstMedia ??= withMedia == null ? null : Number(withMedia);
    if (Number(count) < MEASURE_SLICE) return { bytes, first: first ?? 0, last: after, firstMedia };
  }
}

/** Removes the oldest media, from a sequence on; their events say why it is missing. */
export async function removeMedia(db: Db, removal: Removal, from: number): Promise<Removed> {
  const { streamId, enough } = removal;
  let [count, bytes] = [0, 0];
  for await (const slice of removable(db, removal, from - 1)) {
    const media = upTo(
      slice.filter(([, , size]) => size != null),
      enough - bytes,
    );
    const ids = media.map(([, mediaId]) => mediaId ?? null);
    if (ids.length === 0) continue;
    await db.query(
      `update events set media_id = null, body = replace(body,
        '"base64":"@media:' || media_id || '@"', '"mediaError":"${REMOVED}"')
        where stream_id = ? and sequence in (${listOf(ids)})`,
      [streamId, ...media.map(([sequence]) => sequence ?? null)],
    );
    await db.query(`delete from media where id in (${listOf(ids)})`, ids);
    count += ids.length;
    bytes += media.reduce((sum, [, , size]) => sum + Number(size), 0);
    if (bytes >= enough) break;
  }
  return { count, bytes };
}

/** The first of them that free `enough` bytes. */
function upTo(media: readonly Row[], enough: number): readonly Row[] {
  const chosen: Row[] = [];
  let bytes = 0;
  for (const row of media) {
    if (bytes >= enough) break;
    chosen.push(row);
    bytes += Number(row[2]);
  }
  return chosen;
}

/** Removes the oldest events, as retention does. */
export async function removeEvents(db: Db, removal: Removal): Promise<Removed> {
  const { streamId, enough } = removal;
  let [count, bytes] = [0, 0];
  for await (const slice of removable(db, removal, 0)) {
    const gone = await db.query(
      `delete from events where stream_id = ? and media_id is null
        and sequence in (${listOf(slice)}) returning octet_length(body)`,
      [streamId, ...slice.map(([sequence]) => sequence ?? null)],
    );
    count += gone.length;
    bytes += gone.reduce((sum, [size]) => sum + Number(size), 0);
    if (bytes >= enough) break;
  }
  return { count, bytes };
}

/** The stream's events in order, a slice at a time, without those that a delivery needs. */
async function* removable(
  db: Db,
  { streamId, isNeeded }: Removal,
  after: number,
): AsyncGenerator<Row[]> {
  for (let from = after; ; await nextTurn()) {
    const rows = await db.query(NEXT, [streamId, from]);
    const free = rows.filter(([sequence]) => !isNeeded(Number(sequence)));
    for (let at = 0; at < free.length; at += CHANGE_SLICE) {
      yield free.slice(at, at + CHANGE_SLICE);
      await nextTurn();
    }
    if (rows.length < LOOK_SLICE) return;
    from = Number(rows.at(-1)?.[0]);
  }
}
