/** Keeps back how far the shared state of an account was read, until what was read is on disk. */
import type { SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys';
import { Mutex } from '../../shared/async/mutex.ts';

const VERSION = 'app-state-sync-version';
type Version = NonNullable<SignalDataSet[typeof VERSION]>[string];

interface Holding {
  readonly keys: SignalKeyStore;
  /** By collection. */
  readonly versions: Map<string, Version>;
}

/**
 * The library stores the version of a collection before it reports the changes up to it. After a crash between, they
 * would not come again. Here the library finds the new version at once, but it is written after the changes.
 */
export class AppStateVersions {
  /** Resolves with true once all changes that were reported so far are on disk. */
  readonly #changesWritten: () => Promise<boolean>;
  readonly #running = new Set<Promise<unknown>>();
  readonly #turns = new Mutex();
  #holding: Holding | null = null;

  constructor(changesWritten: () => Promise<boolean>) {
    this.#changesWritten = changesWritten;
  }

  /** Returns the keys for a new connection. What an earlier one held back is forgotten, so that it is read again. */
  heldBack(keys: SignalKeyStore): SignalKeyStore {
    const versions: Holding['versions'] = new Map();
    this.#holding = { keys, versions };
    return {
      async get(type, ids) {
        if (type !== VERSION) return keys.get(type, ids);
        // They are taken now: those that are written while the others are read are held no longer.
        const held = Object.fromEntries([...versions].filter(([id]) => ids.includes(id)));
        const others = ids.filter((id) => held[id] === undefined);
        // The library gave these values under the same type.
        return { ...(await keys.get(type, others)), ...(held as object) };
      },
      set: async ({ [VERSION]: news, ...others }) => {
        if (Object.keys(others).length > 0) await keys.set(others);
        if (news === undefined) return;
        for (const [name, version] of Object.entries(news)) versions.set(name, version);
        // The library reports the changes in this turn of the event loop, once this has resolved.
        setImmediate(() => void this.settle());
      },
    };
  }

  /** Keeps versions back while `work` runs, and forgets them if it fails. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      this.#holding?.versions.clear();
      throw error;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Writes the current versions once what led to them is on disk. Resolves with false if that will not be. */
  settle(): Promise<boolean> {
    const { keys, versions } = this.#holding ?? { keys: null, versions: new Map() };
    const due = [...versions];
    const running = [...this.#running];
    return this.#turns.run(async () => {
      await Promise.allSettled(running);
      if (!(await this.#changesWritten())) return false;
      const current = due.filter(([name, version]) => versions.get(name) === version);
      if (keys === null || current.length === 0) return versions.size === 0;
      try {
        await keys.set({ [VERSION]: Object.fromEntries(current) });
      } catch {
        return false;
      }
      for (const [name, version] of current)
        if (versions.get(name) === version) versions.delete(name);
      return true;
    });
  }
}
