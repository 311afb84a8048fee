/**
 * How many bytes of events an instance keeps. Owns: a running sum per instance, and what goes when it is too high:
 * the oldest media first, then the oldest events. Must never: refuse an event or hold one up.
 */
import type { Database } from '../../db/client.ts';
import type { Cancel, Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { LimitReport } from '../../shared/limit-report.ts';
import type { Log } from '../../shared/log.ts';
import { measure, type Removed, removeEvents, removeMedia } from './storage-use.ts';
import { readUnfinished } from './unfinished.ts';

export interface StorageLimitOptions {
  /** Bodies and media of one instance. */
  readonly bytesMax: number;
  readonly limits: LimitReport;
}

export interface StorageLimitDeps extends StorageLimitOptions {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Null: no instance, or none any more; what it left goes by its age. */
  readonly nameOf: (streamId: string) => string | null;
}

export interface StorageLimit {
  /** To be told of every event that is on disk, with its media. */
  stored(streamId: string, bytes: number): void;
  /** Measures what is there, behind the scenes, and removes what is too much. */
  start(): void;
  stop(): void;
}

const SOON_MS = 1_000;
/** Between two looks: each measures whoever seems to be over the limit, which takes a while. */
const PAUSE_MS = 30_000;
/** Down to this part of the limit, so that not every event makes room for the next. */
const LEFT = 0.95;
/** For one part of looking, this many of not looking: the disk is there for events. */
const REST = 20;
const NOTHING: Removed = { count: 0, bytes: 0 };

export function createStorageLimit(deps: StorageLimitDeps): StorageLimit {
  return new StorageKeeper(deps);
}

class StorageKeeper implements StorageLimit {
  readonly #deps: StorageLimitDeps;
  /** Bytes by instance; what retention removes is noticed when the instance is measured. */
  readonly #used = new Map<string, number>();
  #cancel: Cancel | null = null;
  #nextLookAt = 0;
  /** What was there at the start is known. */
  #isMeasured = false;
  #hasStopped = false;

  constructor(deps: StorageLimitDeps) {
    this.#deps = deps;
  }

  /** A function of its own: it is handed over without its object. */
  readonly stored = (streamId: string, bytes: number): void => {
    const used = (this.#used.get(streamId) ?? 0) + bytes;
    this.#used.set(streamId, used);
    if (used > this.#deps.bytesMax) this.#lookIn(SOON_MS);
  };

  start(): void {
    void this.#attempt(() => this.#measureAll());
  }

  stop(): void {
    this.#hasStopped = true;
    this.#cancel?.();
  }

  #lookIn(ms: number): void {
    if (this.#cancel !== null || this.#hasStopped) return;
    const { clock } = this.#deps;
    const waitMs = Math.max(ms, this.#nextLookAt - clock.steady());
    this.#cancel = clock.after(waitMs, () => void this.#attempt(() => this.#look()));
  }

  /** One piece of work at a time: until it has ended, the next is not planned. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    const { clock, log, bytesMax } = this.#deps;
    this.#cancel ??= () => {};
    try {
      await work();
    } catch (error) {
      this.#nextLookAt = clock.steady() + PAUSE_MS;
      if (!this.#hasStopped)
        log.warn('stored events could not be counted', { error: messageOf(error) });
    }
    this.#cancel = null;
    // Whoever came over the limit meanwhile, or is still, since deliveries need all that is there.
    const isAnyOver = [...this.#used.values()].some((used) => used > bytesMax);
    if (isAnyOver || !this.#isMeasured) this.#lookIn(SOON_MS);
  }

  async #measureAll(): Promise<void> {
    for (const [id] of await this.#deps.db.query('select id from streams', []))
      if (!this.#hasStopped) await this.#shrink(String(id));
    this.#isMeasured = true;
  }

  async #look(): Promise<void> {
    if (!this.#isMeasured) return this.#measureAll();
    const { clock, bytesMax } = this.#deps;
    const startedAt = clock.steady();
    for (const [streamId, used] of [...this.#used])
      if (used > bytesMax && !this.#hasStopped) await this.#shrink(streamId);
    const now = clock.steady();
    this.#nextLookAt = now + Math.max(PAUSE_MS, (now - startedAt) * REST);
  }

  async #shrink(streamId: string): Promise<void> {
    const { db, bytesMax, nameOf, limits } = this.#deps;
    const instanceName = nameOf(streamId);
    if (instanceName === null) return void this.#used.delete(streamId);
    const use = await measure(db, streamId);
    const { bytes, firstMedia } = use;
    this.#used.set(streamId, bytes);
    if (bytes <= bytesMax) return;
    const enough = bytes - Math.floor(bytesMax * LEFT);
    const removal = { streamId, enough, isNeeded: await readUnfinished(db, streamId, use) };
    const media = firstMedia === null ? NOTHING : await removeMedia(db, removal, firstMedia);
    const missing = enough - media.bytes;
    const events = missing > 0 ? await removeEvents(db, { ...removal, enough: missing }) : NOTHING;
    const freed = media.bytes + events.bytes;
    this.#used.set(streamId, (this.#used.get(streamId) ?? 0) - freed);
    const removed = { removedMedia: media.count, removedEvents: events.count, freedBytes: freed };
    limits.reached('instance_storage', { instanceName, bytes, ...removed });
  }
}
