/** Keeps the keys of an instance's conversations: in memory at once, and on disk soon after. */
import type { MessageCommit } from '../../core/messages/inbox.ts';
import { Mutex } from '../../core/shared/async/mutex.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { KeysUnavailable } from './engine/baileys-faults.ts';
import { keepingSessions } from './engine/signal.ts';
import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from './engine/surface.ts';
import { changeOf, entriesOf, KeyBatch, type KeyCache, type KeyChange } from './key-memory.ts';
import type { KeyRows } from './key-rows.ts';

/** When more changes than this wait for the disk, `set` waits with them. */
const WAITING_MAX = 200;
/** Changes that are not on disk after this many tries are dropped. */
export const KEYS_TRIES = 30;
const ALONE_AFTER_FAILURE = 100;
/** Says how far a collection of the state that an account's devices share was read. */
const VERSION = 'app-state-sync-version';
type Version = NonNullable<SignalDataSet[typeof VERSION]>[string];

export interface KeyStoreDeps {
  readonly instanceId: string;
  readonly rows: Pick<KeyRows, 'read' | 'statements' | 'removeAll'>;
  /** Writes keys together with the messages that they opened. */
  readonly commit: MessageCommit;
  /** Shared by all instances. */
  readonly keyCache: KeyCache;
  readonly clock: Clock;
  /** Ms between two tries; 1 s when absent. */
  readonly keysRetryMs?: number | undefined;
  /** Aborts when the session ends: what fails from then on is not tried again. */
  readonly ended: AbortSignal;
  /** Aborts when another process has taken the instance: waiting changes are dropped, and no key stays in memory. */
  readonly abandoned: AbortSignal;
}

/** The connection that uses the keys. */
export interface KeyUser {
  /** Ends the connection, since its keys cannot be reached. Baileys would continue and refuse every message. */
  readonly end: (reason: string) => void;
  /** Resolves with true once all changes of the shared state that were reported so far are on disk. */
  readonly changesWritten: () => Promise<boolean>;
}

interface DeferredVersions extends Pick<KeyUser, 'changesWritten'> {
  readonly generation: number;
  /** Those that are not written yet, by collection. */
  readonly versions: Map<string, Version>;
}

/**
 * Every connection finds a change from the moment it is set. Changes of one turn of the event loop, messages among them,
 * are written together, and `pending-frames.ts` holds back what is sent until then. When writing fails for too long, the
 * changes are forgotten as if they had never been made, and so is whatever depends on them: nothing of that may have left.
 * Then each of the next changes waits for its own write and fails with it, so that one that can never be written does not
 * make others fail again.
 */
export class KeyStore {
  readonly #deps: KeyStoreDeps;
  readonly #disk = new Mutex();
  readonly #versionTurns = new Mutex();
  readonly #beingChanged = new Set<Promise<unknown>>();
  #next = new KeyBatch();
  #writing: KeyBatch | null = null;
  #isRunning = false;
  /** How many of the next changes wait for their own writes. */
  #alone = 0;
  /** Grows whenever changes are dropped. */
  #generation = 0;
  /** A read during which this changes may have found an older value. */
  #writes = 0;
  #isAbandoned = false;
  #deferred: DeferredVersions | null = null;

  constructor(deps: KeyStoreDeps) {
    this.#deps = deps;
    deps.abandoned.addEventListener('abort', () => this.#abandon(), { once: true });
  }

  /**
   * Returns the keys for a new connection. They are empty and take nothing once changes were dropped, or the device is
   * gone: keys that were read before must not be written any more. Versions that an earlier connection has deferred are
   * forgotten, so that the changes up to them are read again.
   */
  forConnection({ end, changesWritten }: KeyUser): SignalKeyStore {
    const own = { generation: this.#generation, versions: new Map(), changesWritten };
    this.#deferred = own;
    const reached = async <R>(work: () => Promise<R>): Promise<R> => {
      try {
        return await work();
      } catch (cause) {
        const error = new KeysUnavailable(cause);
        end(error.message);
        throw error;
      }
    };
    return {
      get: <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) =>
        reached(async () => {
          if (own.generation !== this.#generation) return {};
          const found = type === VERSION ? this.#versions(own, ids) : this.#find(type, ids);
          // They were set under the same type.
          return (await found) as { [id: string]: SignalDataTypeMap[T] };
        }),
      set: ({ [VERSION]: versions, ...data }) =>
        reached(async () => {
          const changes = keepingSessions(data);
          if (Object.keys(changes).length > 0) await this.#change(changes, own.generation);
          if (versions !== undefined) this.#defer(own, versions);
        }),
    };
  }

  /** Resolves when all changes so far are on disk, and rejects when they are dropped. Returns null if nothing waits. */
  unwritten(): Promise<void> | null {
    return this.#next.size > 0 ? this.#next.ended : (this.#writing?.ended ?? null);
  }

  /** Resolves when all changes so far are on disk or dropped. */
  async settled(): Promise<void> {
    await this.unwritten()?.catch(() => {});
  }

  /** Removes all keys of the instance; resolves once they are gone from disk. */
  async forget(): Promise<void> {
    this.#giveUp(new Error('the device is gone'));
    await this.settled();
    await this.#disk.run(() => this.#deps.rows.removeAll());
    this.#clearCache();
  }

  /** Defers versions while `work` changes the shared state, and forgets them if it fails. */
  async deferVersions<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#beingChanged.add(running);
    try {
      return await running;
    } catch (error) {
      this.#deferred?.versions.clear();
      throw error;
    } finally {
      this.#beingChanged.delete(running);
    }
  }

  /** Writes the deferred versions once what led to them is on disk. Resolves with false if that will not be. */
  settleVersions(): Promise<boolean> {
    const deferred = this.#deferred;
    const due = [...(deferred?.versions ?? [])];
    const running = [...this.#beingChanged];
    return this.#versionTurns.run(async () => {
      await Promise.allSettled(running);
      if (deferred === null) return true;
      const { versions, generation, changesWritten } = deferred;
      if (!(await changesWritten())) return false;
      const isCurrent = ([name, version]: [string, Version]) => versions.get(name) === version;
      const current = due.filter(isCurrent);
      if (current.length === 0) return versions.size === 0;
      try {
        await this.#change({ [VERSION]: Object.fromEntries(current) }, generation);
      } catch {
        return false;
      }
      for (const [name] of current.filter(isCurrent)) versions.delete(name);
      return true;
    });
  }

  /**
   * Has Baileys find new versions at once, and writes them after the changes up to them. Baileys sets the version of a
   * collection before it reports the changes: after a crash in between they would not come again.
   */
  #defer({ versions }: DeferredVersions, news: { [name: string]: Version }): void {
    for (const [name, version] of Object.entries(news)) versions.set(name, version);
    // Baileys reports the changes in this turn of the event loop, once `set` has resolved.
    setImmediate(() => void this.settleVersions());
  }

  async #versions({ versions }: DeferredVersions, ids: string[]): Promise<Record<string, unknown>> {
    // Taken before the read: a version that is written while the others are read is not deferred after that.
    const deferred = Object.fromEntries([...versions].filter(([id]) => ids.includes(id)));
    const others = ids.filter((id) => deferred[id] === undefined);
    return { ...(await this.#find(VERSION, others)), ...deferred };
  }

  /** Finds keys in what waits for the disk, then in the cache, then on disk. */
  async #find(type: string, ids: readonly string[]): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    const missing = ids.filter((id) => {
      const value = this.#inMemory(type, id);
      if (value !== undefined && value !== null) found[id] = value;
      return value === undefined;
    });
    if (missing.length === 0) return found;
    const writesBefore = this.#writes;
    const read = await this.#deps.rows.read(type, missing);
    if (writesBefore === this.#writes)
      for (const id of missing) this.#cache(type, id, read[id] ?? null);
    return Object.assign(found, read);
  }

  /** Returns null for a key that is known to be absent and undefined for one that is not in memory. */
  #inMemory(type: string, id: string): unknown {
    const { keyCache, instanceId } = this.#deps;
    const next = this.#next.valueOf(type, id);
    const newest = next === undefined ? this.#writing?.valueOf(type, id) : next;
    return newest === undefined ? keyCache.get(instanceId, type, id) : newest;
  }

  /** Adds a change to the next batch, unless its generation has ended because changes were dropped. */
  async #change(data: SignalDataSet, generation: number): Promise<void> {
    while (this.#next.size >= WAITING_MAX) await this.settled();
    const change = changeOf(data);
    if (generation !== this.#generation) {
      for (const message of change.messages) message.dropped();
      return;
    }
    if (this.#alone > 0) {
      await this.#write(change);
      this.#alone--;
      return;
    }
    this.#next.add(change);
    if (this.#isRunning) return;
    this.#isRunning = true;
    // It runs at the end of this turn of the event loop, so that all changes of the turn are written together.
    setImmediate(() => void this.#run());
  }

  /** Writes one batch after the other. Drops later changes with a dropped batch, since they build on it. */
  async #run(): Promise<void> {
    while (this.#next.size > 0) {
      const batch = this.#next;
      this.#next = new KeyBatch();
      this.#writing = batch;
      const problem = await this.#problemOf(batch.change());
      this.#writing = null;
      if (problem === null) batch.written();
      else {
        this.#alone = ALONE_AFTER_FAILURE;
        batch.giveUp(problem);
        this.#giveUp(problem);
      }
    }
    this.#isRunning = false;
  }

  /** Resolves with null once the change is on disk, or with the reason why it is not. */
  async #problemOf(change: KeyChange): Promise<unknown> {
    const { clock, keysRetryMs = 1_000, ended } = this.#deps;
    for (let tries = 1; ; tries++) {
      try {
        await this.#write(change);
        return null;
      } catch (error) {
        if (ended.aborted || tries >= KEYS_TRIES) return error;
        await sleep(clock, keysRetryMs, ended);
      }
    }
  }

  /** Writes a change to disk, and then to the cache. */
  #write({ keys, messages }: KeyChange): Promise<void> {
    const { rows, commit, keyCache, instanceId } = this.#deps;
    return this.#disk.run(async () => {
      try {
        await commit(messages, rows.statements(keys));
        for (const [type, id, value] of entriesOf(keys)) this.#cache(type, id, value);
      } catch (error) {
        // The new value may still have reached the disk.
        for (const [type, id] of entriesOf(keys)) keyCache.delete(instanceId, type, id);
        throw error;
      } finally {
        this.#writes++;
      }
    });
  }

  /** Drops the changes whose write has not begun, and begins another generation. */
  #giveUp(problem: unknown): void {
    this.#generation++;
    this.#next.giveUp(problem);
    this.#next = new KeyBatch();
  }

  /** Stops caching, since another process may change the keys from now on. */
  #abandon(): void {
    this.#isAbandoned = true;
    this.#giveUp(new Error('the device is gone'));
    this.#clearCache();
  }

  #cache(type: string, id: string, value: unknown): void {
    if (!this.#isAbandoned) this.#deps.keyCache.set(this.#deps.instanceId, type, id, value);
  }

  #clearCache(): void {
    this.#writes++;
    this.#deps.keyCache.clear(this.#deps.instanceId);
  }
}
