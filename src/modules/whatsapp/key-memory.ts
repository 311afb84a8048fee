/** Keeps in memory the key changes that wait for the disk, and recently used keys. */
import type { ArrivingMessage } from '../../core/messages/inbox.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { SignalDataSet } from './engine/surface.ts';

/** Used in place of a kind of key for a message, which is set together with the keys that opened it. */
const MESSAGES = 'received-message';

/** The cast works because Baileys takes any kind of key. */
export const keyOfMessage = (message: ArrivingMessage): SignalDataSet =>
  ({ [MESSAGES]: { [message.id]: message } }) as SignalDataSet;

interface Messages {
  readonly [MESSAGES]?: { readonly [id: string]: ArrivingMessage };
}

/** The changes of one `set` of Baileys. */
export interface KeyChange {
  readonly keys: SignalDataSet;
  readonly messages: readonly ArrivingMessage[];
}

/** Separates the messages that were set with `keyOfMessage` from the keys. */
export function changeOf(data: SignalDataSet): KeyChange {
  const { [MESSAGES]: arriving = {}, ...keys } = data as SignalDataSet & Messages;
  return { keys, messages: Object.values(arriving) };
}

/** Returns type, id and value of each key; null marks one that is removed. */
export const entriesOf = (keys: SignalDataSet): (readonly [string, string, unknown])[] =>
  Object.entries(keys).flatMap(([type, values]) =>
    Object.entries(values ?? {}).map(([id, value]) => [type, id, value] as const),
  );

export class KeyBatch {
  readonly #values = new Map<string, Map<string, unknown>>();
  readonly #messages: ArrivingMessage[] = [];
  readonly #end = Promise.withResolvers<void>();
  #size = 0;

  constructor() {
    // Those that wait for the promise still get the error.
    this.#end.promise.catch(() => {});
  }

  /** How many changes were added. */
  get size(): number {
    return this.#size;
  }

  /** Resolves when the batch is on disk, and rejects when it is dropped. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  add({ keys, messages }: KeyChange): void {
    this.#size++;
    this.#messages.push(...messages);
    for (const [type, id, value] of entriesOf(keys)) {
      const own = this.#values.get(type) ?? new Map<string, unknown>();
      this.#values.set(type, own.set(id, value));
    }
  }

  /** Returns the newest value of a key: null if it was removed, undefined if the batch does not change it. */
  valueOf(type: string, id: string): unknown {
    return this.#values.get(type)?.get(id);
  }

  /** Returns all that was added as one change. */
  change(): KeyChange {
    const keys = [...this.#values].map(([type, values]) => [type, Object.fromEntries(values)]);
    // The callers of `add` gave the values under the same types.
    return { keys: Object.fromEntries(keys) as SignalDataSet, messages: this.#messages };
  }

  written(): void {
    this.#end.resolve();
  }

  /** Notes that nothing of the batch will be written. */
  giveUp(problem: unknown): void {
    for (const message of this.#messages) message.dropped();
    this.#end.reject(problem);
  }
}

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
