/** Keys of conversations lately used, in memory, for all instances together. */
import type { SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys';
import { Mutex } from '../../shared/async/mutex.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { KeysWithMessages } from './key-writes.ts';

/** A conversation's key is a few KB. */
const RECENT_MAX = 4_000;

type Type = keyof SignalDataTypeMap;

interface InstanceKeys extends KeysWithMessages {
  /** They are gone from disk. */
  forget(): void;
  /** Another process may change them from now on: none is at hand any more, and none will be. */
  abandon(): void;
}

export class RecentKeys {
  /** Most recently used last; null: there is no such key. */
  readonly #recent: Map<string, unknown>;

  constructor(max = RECENT_MAX) {
    this.#recent = new LimitedMap(max);
  }

  /** The instance's `keys`, read from there only when they are not at hand. */
  over(keys: KeysWithMessages, instanceId: string): InstanceKeys {
    const nameOf = (type: string, id: string) => `${instanceId}/${type}/${id}`;
    const writing = new Mutex();
    /** A read that runs while this changes may return what was there before. */
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
        // It may be on disk all the same.
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
          // Cached below under the same type.
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

/** Hundreds are made at once, and each opens one conversation. */
const USED_ONCE: Type = 'pre-key';

function worthCaching(data: SignalDataSet) {
  return Object.entries(data).flatMap(([type, values]) =>
    type === USED_ONCE
      ? []
      : Object.entries(values ?? {}).map(([id, value]) => ({ type, id, value: value as unknown })),
  );
}
