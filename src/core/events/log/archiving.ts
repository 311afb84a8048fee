/** Archives the events of whole hours before they are deleted, stream by stream, with a bounded part in memory. */
import { type Database, faultOf, type Row } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { ArchivedEvent, EventArchive } from '../contract/archive.ts';

type Db = Pick<Database, 'query'>;

/** How many rows one statement reads and deletes, and how much is archived at a time. */
const SLICE = 100;
const BATCH_ROWS = 5_000;
const BATCH_BYTES = 4 * 1024 ** 2;

const COLUMNS = 'stream_id, sequence, id, type, chat, created_at, body';
/** Events are in the order in which they came, so only the first ones are examined. */
const READ = `select ${COLUMNS} from (select ${COLUMNS} from events
  where stream_id = ? and sequence > ? order by sequence limit ${SLICE}) where created_at < ?`;
const BY_ROW = `select ${COLUMNS} from events where rowid in (select value from json_each(?)) order by sequence`;
const DELETE = `delete from events where stream_id = ? and created_at < ?
  and sequence in (select value from json_each(?)) returning 1`;
const STREAMS = 'select id from streams where $oldest';

interface ArchivingDeps {
  readonly db: Db;
  readonly log: Log;
  readonly archive: EventArchive;
  /** The SQL condition under which this process is the one that prunes. */
  readonly oldest: string;
}

interface EventPruneDeps extends Omit<ArchivingDeps, 'archive'> {
  readonly archive?: EventArchive | null;
  readonly isOver: () => boolean;
  /** Deletes the events that are older than `until` as they are. */
  readonly prune: (until: number) => Promise<number>;
}

const HOUR_MS = 3_600_000;
/** How long events are kept beyond their time while they cannot be archived. */
const HOLD_MS = 72 * HOUR_MS;

/**
 * Returns what deletes the events that are older than a time. With an archive it archives them before, those of whole
 * hours at a time; what cannot be archived is kept for a while, which bounds the disk, and deleted after it.
 */
export function createEventPrune(deps: EventPruneDeps): (until: number) => Promise<number> {
  const { archive, log, isOver, prune } = deps;
  if (!archive) return prune;
  let archivedUntil = 0;
  return async (time) => {
    const until = time - (time % HOUR_MS);
    if (until === archivedUntil) return 0;
    try {
      const count = await archiveBefore({ ...deps, archive }, until, isOver);
      if (!isOver()) archivedUntil = until;
      return count;
    } catch (error) {
      if (faultOf(error) !== null) throw error;
      log.error('events are kept because they could not be archived', { error: messageOf(error) });
      const count = await prune(until - HOLD_MS);
      if (count === 0) return 0;
      archive.lost(count, 'retention');
      log.error('events were deleted that could not be archived', { count });
      return count;
    }
  };
}

/** Archives events that are older than `until` (ms since 1970) and deletes them. Returns how many. Rejects if it cannot. */
async function archiveBefore(
  { db, archive, oldest }: ArchivingDeps,
  until: number,
  isOver: () => boolean,
): Promise<number> {
  let count = 0;
  for (const [id] of await db.query(STREAMS.replace('$oldest', oldest), [])) {
    if (isOver()) return count;
    count += await archiveStream(db, archive, String(id), until, isOver);
  }
  return count;
}

async function archiveStream(
  db: Db,
  archive: EventArchive,
  streamId: string,
  until: number,
  isOver: () => boolean,
): Promise<number> {
  let count = 0;
  let batch: ArchivedEvent[] = [];
  let bytes = 0;
  for (let after = 0; !isOver(); await yieldToEventLoop()) {
    const events = (await db.query(READ, [streamId, after, until])).map(toEvent);
    batch.push(...events);
    bytes += events.reduce((sum, { body }) => sum + body.length, 0);
    after = events.at(-1)?.sequence ?? after;
    const isEnd = events.length < SLICE;
    if (isEnd || batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) {
      count += await flush(db, archive, batch, until);
      [batch, bytes] = [[], 0];
    }
    if (isEnd) break;
  }
  return count;
}

async function flush(
  db: Db,
  archive: EventArchive,
  batch: readonly ArchivedEvent[],
  until: number,
): Promise<number> {
  if (batch.length === 0) return 0;
  await archive.write(batch);
  let count = 0;
  for (let from = 0; from < batch.length; from += SLICE) {
    const slice = batch.slice(from, from + SLICE);
    const sequences = JSON.stringify(slice.map(({ sequence }) => sequence));
    count += (await db.query(DELETE, [slice[0]?.streamId ?? '', until, sequences])).length;
    await yieldToEventLoop();
  }
  return count;
}

/** Returns what the removal of rows needs so that events are archived before. */
export const archivingOf = ({
  db,
  log,
  archive,
}: Pick<ArchivingDeps, 'db' | 'log'> & { readonly archive?: EventArchive | null }) =>
  archive ? { archive: (ids: readonly unknown[]) => archiveRows({ db, log, archive }, ids) } : {};

/**
 * Archives rows of the log that are removed to make room. The limit comes before the archive: when the archive cannot be
 * used, this is logged, and they are removed all the same.
 */
async function archiveRows(
  { db, log, archive }: Pick<ArchivingDeps, 'db' | 'log' | 'archive'>,
  rowids: readonly unknown[],
): Promise<void> {
  try {
    await archive.write((await db.query(BY_ROW, [JSON.stringify(rowids)])).map(toEvent));
  } catch (error) {
    archive.lost(rowids.length, 'storage_limit');
    log.error('events are removed for INSTANCE_STORAGE_LIMIT that could not be archived', {
      count: rowids.length,
      error: messageOf(error),
    });
  }
}

function toEvent([streamId, sequence, id, type, chat, createdAt, body]: Row): ArchivedEvent {
  return {
    streamId: String(streamId),
    sequence: Number(sequence),
    id: String(id),
    type: String(type),
    chat: chat == null ? null : String(chat),
    createdAt: Number(createdAt),
    body: String(body),
  };
}
