/** Keeps recently used keys of conversations in memory, for all instances together. */
import type { SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys';
import { Mutex } from '../../shared/async/mutex.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { KeysWithMessages } from './key-writes.ts';

/** The key of a conversation has a few KB. */
const RECENT_MAX = 4_000;

type Type = keyof SignalDataTypeMap;

interface InstanceKeys extends KeysWithMessages {
  /** Forgets the instance's keys, which are gone from disk. */
  forget(): void;
  /** Forgets the keys and caches no more, since another process may change them from now on. */
  abandon(): void;
}

export class RecentKeys {
  /** The most recently used is last. Null means that there is no such key. */
  readonly #recent: Map<string, unknown>;

  constructor(max = RECENT_MAX) {
    this.#recent = new LimitedMap(max);
  }

  /** Returns keys that read the instance's `keys` only when they are not in memory. */
  wrap(keys: KeysWithMessages, instanceId: string): InstanceKeys {
    const nameOf = (type: string, id: string) => `${instanceId}/${type}/${id}`;
    const writing = new Mutex();
    /** A read that runs while this changes may return an older value. */
    let writes = 0;
    let isAbandoned = false;
    const remember = (name: string, value: unknown) => {
      if (!isAbandoned) this.#recent.set(name, value);
    };
    const write: KeysWithMessages['set'] = async (data, messages) => {
      try {
        await keys.set(data, messages);
        for (const { type, id, value } of worthCaching(data)) remember(nameOf(type, id), value);
      } catch (error) {
        // The new value may still have reached the disk.
        for (const { type, id } of worthCaching(data)) this.#recent.delete(nameOf(type, id));
        throw error;
      } finally {
        writes++;
      }
    };
    const forget = () => {
      writes++;
      for (const name of this.#recent.keys()) {
        if (name.startsWith(`${instanceId}/`)) this.#recent.delete(name);
      }
    };
    return {
      get: async <T extends Type>(type: T, ids: string[]) => {
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        const missing = ids.filter((id) => {
          const value = this.#use(nameOf(type, id));
          // It was cached below under the same type.
          if (value !== undefined && value !== null) found[id] = value as SignalDataTypeMap[T];
          return value === undefined;
        });
        if (missing.length === 0) return found;
        const writesBefore = writes;
        const read = await keys.get(type, missing);
        if (writes === writesBefore && type !== USED_ONCE) {
          for (const id of missing) remember(nameOf(type, id), read[id] ?? null);
        }
        return Object.assign(found, read);
      },
      set: (data, messages) => writing.run(() => write(data, messages)),
      forget,
      abandon: () => {
        isAbandoned = true;
        forget();
      },
    };
  }

  #use(name: string): unknown {
    const value = this.#recent.get(name);
    if (value !== undefined) this.#recent.set(name, value);
    return value;
  }
}

/** Hundreds of these are made at once, and each is used for one conversation. */
const USED_ONCE: Type = 'pre-key';

function worthCaching(data: SignalDataSet) {
  return Object.entries(data).flatMap(([type, values]) =>
    type === USED_ONCE
      ? []
      : Object.entries(values ?? {}).map(([id, value]) => ({ type, id, value: value as unknown })),
  );
}
