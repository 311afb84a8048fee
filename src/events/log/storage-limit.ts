/**
 * How many bytes an instance keeps, of whatever kind. Above its limit the oldest media goes first, then what is oldest
 * of all else that is finished. Nothing from the platform is refused or delayed for it; what the instance itself asks
 * for is refused while no room can be made.
 */
import type { Database } from '../../db/client.ts';
import { type Clock, sleep } from '../../shared/clock.ts';
import { AppError, messageOf } from '../../shared/errors.ts';
import type { LimitReport } from '../../shared/limit-report.ts';
import type { Log } from '../../shared/log.ts';
import { removeOldestMedia } from './stored-media.ts';
import { measureRows, type RemovedRows, removeOldestRows } from './stored-rows.ts';
import { readUnfinished } from './unfinished.ts';

/** Room for what an instance stores, as those who store something ask for it. */
export interface StorageRoom {
  /** To be called with whatever is on disk; about how many bytes it takes is enough. Never throws. */
  readonly stored: (streamId: string, bytes: number) => void;
  /** Throws `rate_limited` while the instance has stored twice its limit, until what is too much has been removed. */
  readonly requireRoom: (streamId: string) => void;
  /**
   * For what may have to be kept until it is sent: throws `rate_limited` also while the instance is over its limit with
   * what cannot be removed.
   */
  readonly requireLastingRoom: (streamId: string) => void;
}

/** Where nothing is limited. */
export const ENDLESS_ROOM: StorageRoom = {
  stored() {},
  requireRoom() {},
  requireLastingRoom() {},
};

export interface StorageLimitOptions {
  /** Of one instance. */
  readonly bytesMax: number;
  readonly limits: LimitReport;
  /** Called when rows of the instance have been removed: what is remembered of them is read again. */
  readonly removed?: (streamId: string) => void;
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

/** What one instance has stored. */
interface Use {
  /** What this process had it by: what another had meanwhile is measured anew. */
  readonly lease: string;
  /** Bytes when it was last measured; null: it has not been. */
  measured: number | null;
  /** Bytes since; what is removed otherwise is noticed by the next measure. */
  added: number;
  /** It was over the limit when all that may be removed was gone. */
  isFull: boolean;
}

const SOON_MS = 1_000;
/** Between two looks: each measures the instances that seem to be over the limit, which takes a while. */
const PAUSE_MS = 30_000;
/** Down to this part of the limit, so that not every event makes room for the next. */
const LEFT = 0.95;
/** For one part of looking, this many of not looking: the disk is there for events. */
const REST = 20;
/** So many times the limit is as far as an instance gets between two looks. */
const FAR = 2;
/** Of what is stored at once, beside its bytes: its rows and their places in indexes. */
const ROWS_BYTES = 512;

const FULL_SECONDS = '30';
const FAR_SECONDS = '2';

export class StorageLimit implements StorageRoom {
  readonly #deps: StorageLimitDeps;
  readonly #uses = new Map<string, Use>();
  /** Those that have come so far since the last look that the next one cannot wait. */
  readonly #urgent = new Set<string>();
  readonly #stopped = new AbortController();
  /** Ends the wait for the next look; null: none is waited for. */
  #waiting: AbortController | null = null;
  /** A look is planned or under way: until it has ended, no other is planned. */
  #isLooking = false;
  #nextLookAt = 0;
  /** What was there at the start is known. */
  #isMeasured = false;

  constructor(deps: StorageLimitDeps) {
    this.#deps = deps;
  }

  /** Functions of their own: they are handed over without their object. */
  readonly stored = (streamId: string, bytes: number): void => {
    const use = this.#useOf(streamId);
    if (use === null) return;
    use.added += bytes + ROWS_BYTES;
    if (!this.#isOver(use)) return;
    const isUrgent = use.added > this.#deps.bytesMax && this.#isFar(use);
    if (isUrgent) this.#urgent.add(streamId);
    this.#plan(isUrgent);
  };

  readonly requireRoom = (streamId: string): void => {
    const use = this.#useOf(streamId);
    if (use !== null && this.#isFar(use)) throw this.#noRoom(streamId, use, FAR_SECONDS);
  };

  readonly requireLastingRoom = (streamId: string): void => {
    this.requireRoom(streamId);
    const use = this.#useOf(streamId);
    if (use?.isFull) throw this.#noRoom(streamId, use, FULL_SECONDS);
  };

  /** Is null when this process has no such instance. */
  #useOf(streamId: string): Use | null {
    const { ownership, nameOf } = this.#deps;
    const lease = ownership.grantOf(streamId)?.lease ?? null;
    if (lease === null || nameOf(streamId) === null) return null;
    const known = this.#uses.get(streamId);
    if (known?.lease === lease) return known;
    // What it has from before is not known, unless no other process can have stored anything.
    const use = { lease, measured: ownership.isShared ? null : 0, added: 0, isFull: false };
    this.#uses.set(streamId, use);
    return use;
  }

  #isOver({ measured, added }: Use): boolean {
    return measured === null || measured + added > this.#deps.bytesMax;
  }

  #isFar({ measured, added }: Use): boolean {
    return (measured ?? 0) + added > FAR * this.#deps.bytesMax;
  }

  #noRoom(streamId: string, { measured, added }: Use, seconds: string): AppError {
    const { limits, nameOf } = this.#deps;
    const bytes = (measured ?? 0) + added;
    limits.reached('instance_storage', { instanceName: nameOf(streamId), bytes, isRefused: true });
    return new AppError('rate_limited', NO_ROOM, { headers: { 'retry-after': seconds } });
  }

  /** Measures what is there, in the background, and removes what is too much. */
  start(): void {
    this.#isLooking = true;
    void this.#look();
  }

  stop(): void {
    this.#stopped.abort();
    this.#waiting?.abort();
  }

  #plan(isUrgent: boolean): void {
    if (isUrgent) this.#waiting?.abort();
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { clock } = this.#deps;
    const ms = isUrgent ? 0 : Math.max(SOON_MS, this.#nextLookAt - clock.steady());
    const waiting = new AbortController();
    this.#waiting = waiting;
    const wait = isUrgent ? Promise.resolve() : sleep(clock, ms, waiting.signal);
    void wait.then(() => {
      this.#waiting = null;
      return this.#look();
    });
  }

  async #look(): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    const { clock, log } = this.#deps;
    const startedAt = clock.steady();
    try {
      await this.#shrinkUrgent();
      if (!this.#isMeasured) await this.#measureAll();
      else if (startedAt >= this.#nextLookAt) {
        await this.#shrinkThose(this.#over());
        const now = clock.steady();
        this.#nextLookAt = now + Math.max(PAUSE_MS, (now - startedAt) * REST);
      }
    } catch (error) {
      this.#nextLookAt = clock.steady() + PAUSE_MS;
      if (!this.#stopped.signal.aborted)
        log.warn('what instances have stored could not be counted', { error: messageOf(error) });
    }
    this.#isLooking = false;
    // Instances that came over the limit meanwhile, or still are, since deliveries need all that is there.
    if (this.#urgent.size > 0) this.#plan(true);
    else if (this.#over().length > 0 || !this.#isMeasured) this.#plan(false);
  }

  #over(): string[] {
    return [...this.#uses].flatMap(([id, use]) => (this.#isOver(use) ? [id] : []));
  }

  async #measureAll(): Promise<void> {
    const { db, ownership } = this.#deps;
    await this.#shrinkThose(ownership.streams ?? (await idsOfAll(db)));
    this.#isMeasured = true;
  }

  async #shrinkThose(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await this.#shrinkUrgent();
      await this.#shrink(id);
    }
  }

  async #shrinkUrgent(): Promise<void> {
    for (const id of this.#urgent) {
      this.#urgent.delete(id);
      await this.#shrink(id);
    }
  }

  async #shrink(streamId: string): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    const { db, clock, bytesMax, nameOf, limits } = this.#deps;
    const instanceName = nameOf(streamId);
    const use = this.#useOf(streamId);
    if (instanceName === null || use === null) return void this.#uses.delete(streamId);
    // What is added meanwhile may be in the measure or not: it counts once more rather than not at all.
    const before = use.added;
    const now = clock.now();
    const stored = await measureRows(db, streamId, now);
    const { bytes } = stored;
    const enough = bytes - Math.floor(bytesMax * LEFT);
    const removal = { streamId, enough, stored, now };
    const removed = bytes > bytesMax ? await this.#remove(removal) : NOTHING;
    use.measured = bytes - removed.bytes;
    use.added -= before;
    use.isFull = use.measured > bytesMax;
    if (bytes <= bytesMax) return;
    const { media, events, rows, bytes: freedBytes } = removed;
    const counts = { removedMedia: media, removedEvents: events, removedRows: rows, freedBytes };
    limits.reached('instance_storage', { instanceName, bytes, ...counts });
  }

  async #remove({ streamId, enough, stored, now }: Removing): Promise<RemovedAll> {
    const { db, removed } = this.#deps;
    const isNeeded = await readUnfinished(db, streamId, await spanOf(db, streamId));
    const removal = { instanceId: streamId, enough, isNeeded };
    const media = await removeOldestMedia(db, removal);
    const missing = enough - media.bytes;
    const rest = { ...removal, enough: missing };
    const rows: RemovedRows =
      missing > 0 ? await removeOldestRows(db, rest, stored, now) : { ...NOTHING, count: 0 };
    if (rows.count > 0) removed?.(streamId);
    const { count, events, bytes } = rows;
    return { media: media.count, events, rows: count - events, bytes: media.bytes + bytes };
  }
}

const NO_ROOM =
  'the instance has stored more than INSTANCE_STORAGE_LIMIT: it takes more once older data has been removed, or what waits to be sent or delivered has left';

interface Removing {
  readonly streamId: string;
  readonly enough: number;
  readonly stored: Awaited<ReturnType<typeof measureRows>>;
  /** Ms since 1970 when it was measured. */
  readonly now: number;
}

interface RemovedAll {
  readonly media: number;
  readonly events: number;
  /** Of all other tables. */
  readonly rows: number;
  readonly bytes: number;
}
const NOTHING: RemovedAll = { media: 0, events: 0, rows: 0, bytes: 0 };

type Db = Pick<Database, 'query'>;

const idsOfAll = async (db: Db): Promise<string[]> =>
  (await db.query('select id from streams', [])).map(([id]) => String(id));

/** Sequences of the first and the last stored event. */
async function spanOf(db: Db, streamId: string) {
  const ends = ['min', 'max'].map(
    (end) => `(select ${end}(sequence) from events where stream_id = ?1)`,
  );
  const [row = []] = await db.query(`select ${ends.join(', ')}`, [streamId]);
  return { first: Number(row[0] ?? 0), last: Number(row[1] ?? 0) };
}
