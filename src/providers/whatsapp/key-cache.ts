/** Recently used keys of conversations, of all instances together. */
import { LimitedMap } from '../../shared/limited-map.ts';

/** A key has a few KB. */
const CACHED_MAX = 4_000;
/** Hundreds of these are made at once, and each is used for one conversation. They are not cached. */
const USED_ONCE = 'pre-key';

export class KeyCache {
  /** The most recently used is last. */
  readonly #values: Map<string, unknown>;

  constructor(max = CACHED_MAX) {
    this.#values = new LimitedMap(max);
  }

  /** Returns null for a key that does not exist, and undefined for one that is not cached. */
  get(instanceId: string, type: string, id: string): unknown {
    const name = nameOf(instanceId, type, id);
    const value = this.#values.get(name);
    if (value !== undefined) this.#values.set(name, value);
    return value;
  }

  set(instanceId: string, type: string, id: string, value: unknown): void {
    if (type !== USED_ONCE) this.#values.set(nameOf(instanceId, type, id), value);
  }

  delete(instanceId: string, type: string, id: string): void {
    this.#values.delete(nameOf(instanceId, type, id));
  }

  /** Removes all keys of the instance. */
  clear(instanceId: string): void {
    for (const name of this.#values.keys())
      if (name.startsWith(`${instanceId}/`)) this.#values.delete(name);
  }
}

const nameOf = (instanceId: string, type: string, id: string) => `${instanceId}/${type}/${id}`;
