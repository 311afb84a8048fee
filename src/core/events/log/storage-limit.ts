/**
 * Limits the bytes that an instance stores. Above the limit the oldest media is removed first, then the oldest of
 * everything else that is finished. Nothing from the platform is refused or delayed; requests of the instance are
 * refused while no room can be made.
 */
import type { Database } from '../../db/client.ts';
import type { Cancel, Clock } from '../../shared/clock.ts';
import { type AppError, failure, messageOf } from '../../shared/errors.ts';
import type { LimitReport } from '../../shared/limit-report.ts';
import type { Log } from '../../shared/log.ts';
import type { EventArchive } from '../contract/archive.ts';
import { archivingOf } from './archiving.ts';
import { readUnfinished, spanOf } from './needed-events.ts';
import { removeOldestMedia } from './stored-media.ts';
import { measureRows, type RemovedRows, removeOldestRows } from './stored-rows.ts';

/** The part of the limit that code which stores something for an instance uses. */
export interface StorageQuota {
  /** Must be called with the approximate number of bytes that were written. Never throws. */
  readonly recordStored: (streamId: string, bytes: number) => void;
  /** Throws `rate_limited` while the instance stores twice its limit, until the excess has been removed. */
  readonly assertUnder: (streamId: string) => void;
  /**
   * For data that must be kept until it is sent: also throws `rate_limited` while the instance is over its limit with
   * data that cannot be removed.
   */
  readonly assertUnderForQueued: (streamId: string) => void;
}

/** Used when nothing is limited. */
export const UNLIMITED_QUOTA: StorageQuota = {
  recordStored() {},
  assertUnder() {},
  assertUnderForQueued() {},
};

export interface StorageLimitOptions {
  /** The limit of one instance. */
  readonly bytesMax: number;
  readonly limits: LimitReport;
  /** Called after rows of the instance were removed, so that caches are dropped. */
  readonly onRemoved: (streamId: string) => void;
}

interface StorageLimitDeps extends StorageLimitOptions {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns null when there is no such instance; what a deleted one left is removed by its age. */
  readonly nameOf: (streamId: string) => string | null;
  /** Only streams of this process are measured and pruned. */
  readonly ownership: StoredOwnership;
  readonly archive?: EventArchive | null;
}

interface StoredOwnership {
  readonly isShared: boolean;
  /** The streams of this process; null means all. */
  readonly streams: readonly string[] | null;
  grantOf(streamId: string): { readonly holder: string } | null;
}

/** How much one instance stores. */
interface StorageUse {
  /** The holder at the time of the measure: after another process had the stream, it is measured again. */
  readonly holder: string;
  /** The bytes at the last measure and those added since; the next measure notices what was removed elsewhere. */
  bytes: number;
  /** False until everything stored before has been measured. */
  isMeasured: boolean;
  /** Whether it was over the limit after everything removable was gone. */
  isFull: boolean;
}

const SOON_MS = 1_000;
/**
 * The pause between two passes. Each pass measures the instances that seem to be over the limit, which takes a while.
 */
const PAUSE_MS = 10_000;
/** Removes down to this part of the limit, so that not every event has to make room for the next. */
const LEFT = 0.95;
/** For each part of time spent measuring, so many parts are left to events. */
const REST = 9;
/** Requests of an instance that exceeds its limit this many times are refused until the next pass. */
const FAR = 2;
/** The approximate overhead of one write: its rows and their entries in indexes. */
const ROWS_BYTES = 512;

const RETRY_SECONDS = '10';

export class StorageLimit implements StorageQuota {
  readonly #deps: StorageLimitDeps;
  readonly #uses = new Map<string, StorageUse>();
  readonly #stopped = new AbortController();
  /** Whether a pass is planned or running; no other is planned until it ends. */
  #isPlanned = false;
  #cancel: Cancel = () => {};
  #nextPassAt = 0;
  /** Whether the instances that had stored something before the start are among `#uses`. */
  #areAllKnown = false;

  constructor(deps: StorageLimitDeps) {
    this.#deps = deps;
  }

  /** These are properties because they are passed on without their object. */
  readonly recordStored = (streamId: string, bytes: number): void => {
    const use = this.#useOf(streamId);
    if (use === null) return;
    use.bytes += bytes + ROWS_BYTES;
    if (this.#isOver(use)) this.#plan();
  };

  readonly assertUnder = (streamId: string): void => {
    const use = this.#useOf(streamId);
    if (use !== null && use.bytes > FAR * this.#deps.bytesMax) throw this.#noRoom(streamId, use);
  };

  readonly assertUnderForQueued = (streamId: string): void => {
    this.assertUnder(streamId);
    const use = this.#useOf(streamId);
    if (use?.isFull) throw this.#noRoom(streamId, use);
  };

  /** Returns null when this process does not own the instance. */
  #useOf(streamId: string): StorageUse | null {
    const { ownership, nameOf } = this.#deps;
    const holder = ownership.grantOf(streamId)?.holder ?? null;
    if (holder === null || nameOf(streamId) === null) return null;
    const known = this.#uses.get(streamId);
    if (known?.holder === holder) return known;
    // One that was not there at the start has stored nothing yet, unless another process had it.
    const isMeasured = this.#areAllKnown && !ownership.isShared;
    const use = { holder, bytes: 0, isMeasured, isFull: false };
    this.#uses.set(streamId, use);
    return use;
  }

  #isOver({ bytes, isMeasured }: StorageUse): boolean {
    return !isMeasured || bytes > this.#deps.bytesMax;
  }

  #noRoom(streamId: string, { bytes }: StorageUse): AppError {
    const { limits, nameOf } = this.#deps;
    limits.reached('instance_storage', { instanceName: nameOf(streamId), bytes, isRefused: true });
    return failure('storage_full', {}, { headers: { 'retry-after': RETRY_SECONDS } });
  }

  /** Starts measuring in the background and removes what is too much. */
  start(): void {
    this.#isPlanned = true;
    void this.#pass();
  }

  stop(): void {
    this.#stopped.abort();
    this.#cancel();
  }

  /** Plans the next pass, unless it is planned or running. */
  #plan(): void {
    if (this.#isPlanned || this.#stopped.signal.aborted) return;
    this.#isPlanned = true;
    const { clock } = this.#deps;
    const ms = Math.max(SOON_MS, this.#nextPassAt - clock.steady());
    this.#cancel = clock.after(ms, () => void this.#pass());
  }

  async #pass(): Promise<void> {
    const { clock, log } = this.#deps;
    const startedAt = clock.steady();
    try {
      if (!this.#areAllKnown) await this.#listAll();
      const over = this.#over();
      for (const id of over) await this.#shrink(id);
      const now = clock.steady();
      if (over.length > 0) this.#nextPassAt = now + Math.max(PAUSE_MS, (now - startedAt) * REST);
    } catch (error) {
      this.#nextPassAt = clock.steady() + PAUSE_MS;
      if (!this.#stopped.signal.aborted)
        log.warn('measuring the storage of instances failed', { error: messageOf(error) });
    }
    this.#isPlanned = false;
    // These came over the limit in the meantime, or still are because deliveries need all their data.
    if (this.#over().length > 0 || !this.#areAllKnown) this.#plan();
  }

  async #listAll(): Promise<void> {
    const { db, ownership } = this.#deps;
    for (const id of ownership.streams ?? (await idsOfAll(db))) this.#useOf(id);
    this.#areAllKnown = true;
  }

  #over(): string[] {
    return [...this.#uses].flatMap(([id, use]) => (this.#isOver(use) ? [id] : []));
  }

  async #shrink(streamId: string): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    const { db, clock, bytesMax, nameOf, limits } = this.#deps;
    const instanceName = nameOf(streamId);
    const use = this.#useOf(streamId);
    if (instanceName === null || use === null) return void this.#uses.delete(streamId);
    // Bytes added during the measure may be in it or not: they are counted twice rather than not at all.
    const before = use.bytes;
    const now = clock.now();
    const stored = await measureRows(db, streamId, now);
    const { bytes } = stored;
    const enough = bytes - Math.floor(bytesMax * LEFT);
    const removal = { streamId, enough, stored, now };
    const removed = bytes > bytesMax ? await this.#remove(removal) : NOTHING;
    const left = bytes - removed.bytes;
    use.bytes += left - before;
    use.isMeasured = true;
    use.isFull = left > bytesMax;
    if (bytes <= bytesMax) return;
    const { media, events, rows, bytes: freedBytes } = removed;
    const counts = { removedMedia: media, removedEvents: events, removedRows: rows, freedBytes };
    limits.reached('instance_storage', { instanceName, bytes, ...counts });
  }

  async #remove({ streamId, enough, stored, now }: RemovalRequest): Promise<RemovedAll> {
    const { db, onRemoved } = this.#deps;
    const isNeeded = await readUnfinished(db, streamId, await spanOf(db, streamId));
    const removal = { instanceId: streamId, enough, isNeeded, ...archivingOf(this.#deps) };
    const media = await removeOldestMedia(db, removal);
    const missing = enough - media.bytes;
    const rest = { ...removal, enough: missing };
    const rows: RemovedRows =
      missing > 0 ? await removeOldestRows(db, rest, stored, now) : { ...NOTHING, count: 0 };
    if (rows.count > 0) onRemoved(streamId);
    const { count, events, bytes } = rows;
    return { media: media.count, events, rows: count - events, bytes: media.bytes + bytes };
  }
}

interface RemovalRequest {
  readonly streamId: string;
  readonly enough: number;
  readonly stored: Awaited<ReturnType<typeof measureRows>>;
  /** When it was measured, in ms since 1970. */
  readonly now: number;
}

interface RemovedAll {
  readonly media: number;
  readonly events: number;
  /** The number of removed rows in all other tables. */
  readonly rows: number;
  readonly bytes: number;
}
const NOTHING: RemovedAll = { media: 0, events: 0, rows: 0, bytes: 0 };

type Db = Pick<Database, 'query'>;

const idsOfAll = async (db: Db): Promise<string[]> =>
  (await db.query('select id from streams', [])).map(([id]) => String(id));
