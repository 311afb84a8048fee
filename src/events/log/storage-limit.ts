/**
 * How many bytes of events an instance keeps. Above its limit the oldest media goes first, then the oldest events; no
 * event is refused or delayed for it.
 */
import type { Database, Row } from '../../db/client.ts';
import { type Clock, sleep, yieldToEventLoop } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { LimitReport } from '../../shared/limit-report.ts';
import type { Log } from '../../shared/log.ts';
import { readUnfinished, type Span } from './unfinished.ts';

export interface StorageLimitOptions {
  /** Bodies and media of one instance. */
  readonly bytesMax: number;
  readonly limits: LimitReport;
}

interface StorageLimitDeps extends StorageLimitOptions {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Null: no instance, or none any more; what it left goes by its age. */
  readonly nameOf: (streamId: string) => string | null;
  /** Only what is this process's own is measured and removed. */
  readonly ownership: StoredOwnership;
}

/** The part of the engine's ownership that counts here. */
interface StoredOwnership {
  readonly isShared: boolean;
  /** Null: all there are. */
  readonly streams: readonly string[] | null;
  grantOf(streamId: string): { readonly lease: string } | null;
}

interface Used {
  readonly bytes: number;
  /** What this process had it by: what another had meanwhile is measured anew. */
  readonly lease: string;
}

const SOON_MS = 1_000;
/** Between two looks: each measures the instances that seem to be over the limit, which takes a while. */
const PAUSE_MS = 30_000;
/** Down to this part of the limit, so that not every event makes room for the next. */
const LEFT = 0.95;
/** For one part of looking, this many of not looking: the disk is there for events. */
const REST = 20;
const NOTHING: Removed = { count: 0, bytes: 0 };

export class StorageLimit {
  readonly #deps: StorageLimitDeps;
  /** Bytes by instance; what retention removes is noticed when the instance is measured. */
  readonly #used = new Map<string, Used>();
  readonly #stopped = new AbortController();
  /** A look is planned or under way: until it has ended, no other is planned. */
  #isLooking = false;
  #nextLookAt = 0;
  /** What was there at the start is known. */
  #isMeasured = false;

  constructor(deps: StorageLimitDeps) {
    this.#deps = deps;
  }

  /**
   * To be called with every event that is on disk, with its media. A function of its own: it is handed over without
   * its object.
   */
  readonly stored = (streamId: string, bytes: number): void => {
    const lease = this.#leaseOf(streamId);
    if (lease === null) return;
    const used = this.#usedBy(streamId, lease) + bytes;
    this.#used.set(streamId, { bytes: used, lease });
    if (used > this.#deps.bytesMax) this.#plan();
  };

  #leaseOf(streamId: string): string | null {
    return this.#deps.ownership.grantOf(streamId)?.lease ?? null;
  }

  #usedBy(streamId: string, lease: string): number {
    const used = this.#used.get(streamId);
    if (used?.lease === lease) return used.bytes;
    // What it has from before is not known, unless no other process can have stored anything.
    const { ownership, nameOf } = this.#deps;
    return ownership.isShared && nameOf(streamId) !== null ? Number.POSITIVE_INFINITY : 0;
  }

  /** Measures what is there, in the background, and removes what is too much. */
  start(): void {
    this.#isLooking = true;
    void this.#look();
  }

  stop(): void {
    this.#stopped.abort();
  }

  #plan(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { clock } = this.#deps;
    const waitMs = Math.max(SOON_MS, this.#nextLookAt - clock.steady());
    void sleep(clock, waitMs, this.#stopped.signal).then(() => this.#look());
  }

  async #look(): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    const { clock, log, bytesMax } = this.#deps;
    const startedAt = clock.steady();
    try {
      if (this.#isMeasured) {
        for (const [streamId, { bytes }] of [...this.#used])
          if (bytes > bytesMax) await this.#shrink(streamId);
        const now = clock.steady();
        this.#nextLookAt = now + Math.max(PAUSE_MS, (now - startedAt) * REST);
      } else await this.#measureAll();
    } catch (error) {
      this.#nextLookAt = clock.steady() + PAUSE_MS;
      if (!this.#stopped.signal.aborted)
        log.warn('stored events could not be counted', { error: messageOf(error) });
    }
    this.#isLooking = false;
    // Instances that came over the limit meanwhile, or still are, since deliveries need all that is there.
    const isAnyOver = [...this.#used.values()].some(({ bytes }) => bytes > bytesMax);
    if (isAnyOver || !this.#isMeasured) this.#plan();
  }

  async #measureAll(): Promise<void> {
    const { db, ownership } = this.#deps;
    const streams = ownership.streams ?? (await idsOfAll(db));
    for (const id of streams) await this.#shrink(id);
    this.#isMeasured = true;
  }

  async #shrink(streamId: string): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    const { db, bytesMax, nameOf, limits } = this.#deps;
    const instanceName = nameOf(streamId);
    const lease = this.#leaseOf(streamId);
    if (instanceName === null || lease === null) return void this.#used.delete(streamId);
    const use = await measure(db, streamId);
    const { bytes, firstMedia } = use;
    this.#used.set(streamId, { bytes, lease });
    if (bytes <= bytesMax) return;
    const enough = bytes - Math.floor(bytesMax * LEFT);
    const removal = { streamId, enough, isNeeded: await readUnfinished(db, streamId, use) };
    const media = firstMedia === null ? NOTHING : await removeMedia(db, removal, firstMedia);
    const missing = enough - media.bytes;
    const events = missing > 0 ? await removeEvents(db, { ...removal, enough: missing }) : NOTHING;
    const freed = media.bytes + events.bytes;
    this.#used.set(streamId, { bytes: this.#usedBy(streamId, lease) - freed, lease });
    const removed = { removedMedia: media.count, removedEvents: events.count, freedBytes: freed };
    limits.reached('instance_storage', { instanceName, bytes, ...removed });
  }
}

type Db = Pick<Database, 'query'>;

const idsOfAll = async (db: Db): Promise<string[]> =>
  (await db.query('select id from streams', [])).map(([id]) => String(id));

interface Use extends Span {
  /** Bodies and media. */
  readonly bytes: number;
  /** The first sequence with media; null when there is none. */
  readonly firstMedia: number | null;
}

interface Removal {
  readonly streamId: string;
  /** Bytes after which it ends; it ends too when nothing is left to remove. */
  readonly enough: number;
  readonly isNeeded: (sequence: number) => boolean;
}

interface Removed {
  readonly count: number;
  readonly bytes: number;
}

/** Why a body no longer holds its media. */
const REMOVED = 'the media was removed: the instance keeps no more than INSTANCE_STORAGE_LIMIT';

/** Rows measured, rows looked at and rows changed before the event loop serves everything else. */
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

const listOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** Reads the whole stream, a slice at a time. */
async function measure(db: Db, streamId: string): Promise<Use> {
  let bytes = 0;
  let first: number | null = null;
  let firstMedia: number | null = null;
  for (let after = 0; ; await yieldToEventLoop()) {
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
const removeMedia = (db: Db, removal: Removal, from: number): Promise<Removed> =>
  removeOldest(db, removal, from - 1, async (slice, enough) => {
    const media = upTo(
      slice.filter(([, , size]) => size != null),
      enough,
    );
    const ids = media.map(([, mediaId]) => mediaId ?? null);
    if (ids.length === 0) return [];
    await db.query(
      `update events set media_id = null, body = replace(body,
        '"base64":"@media:' || media_id || '@"', '"mediaError":"${REMOVED}"')
        where stream_id = ? and sequence in (${listOf(ids)})`,
      [removal.streamId, ...media.map(([sequence]) => sequence ?? null)],
    );
    await db.query(`delete from media where id in (${listOf(ids)})`, ids);
    return media.map(([, , size]) => Number(size));
  });

/** The first of them that free `enough` bytes. */
function upTo(media: readonly Row[], enough: number): readonly Row[] {
  let bytes = 0;
  return media.filter(([, , size]) => {
    const isTaken = bytes < enough;
    bytes += Number(size);
    return isTaken;
  });
}

/** Removes the oldest events, as retention does. */
const removeEvents = (db: Db, removal: Removal): Promise<Removed> =>
  removeOldest(db, removal, 0, async (slice) => {
    const gone = await db.query(
      `delete from events where stream_id = ? and media_id is null
        and sequence in (${listOf(slice)}) returning octet_length(body)`,
      [removal.streamId, ...slice.map(([sequence]) => sequence ?? null)],
    );
    return gone.map(([size]) => Number(size));
  });

/** Removes some of a slice: at least `enough` bytes, if it has them; the bytes of each that went. */
type Remove = (slice: readonly Row[], enough: number) => Promise<number[]>;

/** Takes the stream's events in order, a slice at a time and without those that a delivery needs, until it is enough. */
async function removeOldest(
  db: Db,
  { streamId, enough, isNeeded }: Removal,
  after: number,
  remove: Remove,
): Promise<Removed> {
  let [count, bytes] = [0, 0];
  for (let from = after; ; await yieldToEventLoop()) {
    const rows = await db.query(NEXT, [streamId, from]);
    const free = rows.filter(([sequence]) => !isNeeded(Number(sequence)));
    for (let at = 0; at < free.length && bytes < enough; at += CHANGE_SLICE) {
      const sizes = await remove(free.slice(at, at + CHANGE_SLICE), enough - bytes);
      count += sizes.length;
      bytes += sizes.reduce((sum, size) => sum + size, 0);
      await yieldToEventLoop();
    }
    if (rows.length < LOOK_SLICE || bytes >= enough) return { count, bytes };
    from = Number(rows.at(-1)?.[0]);
  }
}
