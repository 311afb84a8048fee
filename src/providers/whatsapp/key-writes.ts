/** Keys of conversations in use at once, and on disk soon after, together; what is sent waits for that elsewhere. */
import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys';
import { type Clock, sleep } from '../../shared/clock.ts';
import type { ArrivingMessage } from './message-commit.ts';

export interface KeyWritesDeps {
  readonly clock: Clock;
  /** Ms between two tries; 1 s when absent. */
  readonly keysRetryMs?: number | undefined;
  /** Aborts when the session ends: what fails from then on is not tried again. */
  readonly ended: AbortSignal;
}

/** Changes that may wait for the disk; beyond these `set` waits with them. */
const WAITING_MAX = 200;
/** What is not on disk after so many tries is given up. */
export const KEYS_TRIES = 30;
const ALONE_AFTER_FAILURE = 100;

type Type = keyof SignalDataTypeMap;

/** What of a set of keys is a message, in the place of a kind of key: the library sets it with those that opened it. */
const MESSAGES = 'received-message';

/** The cast: the library takes kinds of keys as they are given. */
export const keyOfMessage = (message: ArrivingMessage): SignalDataSet =>
  ({ [MESSAGES]: { [message.id]: message } }) as SignalDataSet;

/** Writes keys, and with them the messages that they opened. */
export interface KeysWithMessages extends SignalKeyStore {
  set(
    data: SignalDataSet,
    messages?: readonly ArrivingMessage[],
  ): ReturnType<SignalKeyStore['set']>;
}

interface Messages {
  readonly [MESSAGES]?: { readonly [id: string]: ArrivingMessage };
}

/** What goes to disk in one transaction. */
interface Batch {
  readonly data: Map<string, Map<string, unknown>>;
  readonly messages: ArrivingMessage[];
  changes: number;
  /** Settles when it is on disk, or given up. */
  readonly end: PromiseWithResolvers<void>;
}

/**
 * A change is seen by every `get` from the moment `set` is called, and is written with those that came in the same
 * turn of the event loop, messages among them. When writing fails for too long, the changes are forgotten as if they had never been made, and with them whatever was made of them: nothing
 * of that may have left. Then each of the next changes waits for its own write and fails with it, so that one that can
 * never be written does not take others along again.
 */
export class KeyWrites implements SignalKeyStore {
  readonly #keys: KeysWithMessages;
  readonly #deps: KeyWritesDeps;
  #next = emptyBatch();
  #writing: Batch | null = null;
  #isRunning = false;
  /** Changes that wait for their own writes, as long as they succeed. */
  #alone = 0;
  #generation = 0;

  constructor(keys: KeysWithMessages, deps: KeyWritesDeps) {
    this.#keys = keys;
    this.#deps = deps;
  }

  /** Another one since changes were given up: what was read before must not be written any more. */
  get generation(): number {
    return this.#generation;
  }

  async get<T extends Type>(
    type: T,
    ids: string[],
  ): Promise<{ [id: string]: SignalDataTypeMap[T] }> {
    const found: { [id: string]: SignalDataTypeMap[T] } = {};
    const others = ids.filter((id) => {
      const value = this.#unwrittenValue(type, id);
      // Set below under the same type; null: there is no such key any more.
      if (value !== undefined && value !== null) found[id] = value as SignalDataTypeMap[T];
      return value === undefined;
    });
    return others.length === 0 ? found : { ...(await this.#keys.get(type, others)), ...found };
  }

  async set(data: SignalDataSet): Promise<void> {
    const generation = this.#generation;
    while (this.#next.changes >= WAITING_MAX) await this.settled();
    const { [MESSAGES]: given = {}, ...keys } = data as SignalDataSet & Messages;
    const messages = Object.values(given);
    if (generation !== this.#generation) {
      for (const message of messages) message.dropped();
      return;
    }
    if (this.#alone > 0) {
      await this.#keys.set(keys, messages);
      this.#alone--;
      return;
    }
    add(this.#next, keys, messages);
    if (this.#isRunning) return;
    this.#isRunning = true;
    // The end of this turn of the event loop: what else changes in it is written with this.
    setImmediate(() => void this.#run());
  }

  /** Resolves when all changes so far are on disk, rejects when they are given up; null: all are on disk. */
  unwritten(): Promise<void> | null {
    if (this.#next.changes > 0) return this.#next.end.promise;
    return this.#writing?.end.promise ?? null;
  }

  /** Resolves when all changes so far are on disk or given up. */
  async settled(): Promise<void> {
    await this.unwritten()?.catch(() => {});
  }

  /** Gives up what has not begun to be written; resolves when nothing is being written any more. */
  async abandon(): Promise<void> {
    this.#giveUp(this.#takeNext(), new Error('the device is gone'));
    await this.settled();
  }

  #unwrittenValue(type: string, id: string): unknown {
    const value = this.#next.data.get(type)?.get(id);
    return value === undefined ? this.#writing?.data.get(type)?.get(id) : value;
  }

  async #run(): Promise<void> {
    while (this.#next.changes > 0) await this.#write(this.#takeNext());
    this.#isRunning = false;
  }

  async #write(batch: Batch): Promise<void> {
    this.#writing = batch;
    const problem = await this.#problemOf(batch);
    this.#writing = null;
    if (problem === null) return batch.end.resolve();
    this.#alone = ALONE_AFTER_FAILURE;
    this.#giveUp(batch, problem);
    // What came since was made of it.
    this.#giveUp(this.#takeNext(), problem);
  }

  /** Null once it is on disk; else why it is not. */
  async #problemOf({ data, messages }: Batch): Promise<unknown> {
    const { clock, keysRetryMs = 1_000, ended } = this.#deps;
    for (let tries = 1; ; tries++) {
      try {
        await this.#keys.set(dataOf(data), messages);
        return null;
      } catch (error) {
        if (ended.aborted || tries >= KEYS_TRIES) return error;
        await sleep(clock, keysRetryMs, ended);
      }
    }
  }

  #takeNext(): Batch {
    const batch = this.#next;
    this.#next = emptyBatch();
    return batch;
  }

  #giveUp({ messages, end }: Batch, problem: unknown): void {
    this.#generation++;
    for (const message of messages) message.dropped();
    end.reject(problem);
  }
}

function emptyBatch(): Batch {
  const end = Promise.withResolvers<void>();
  // Those that wait for it get the error all the same.
  end.promise.catch(() => {});
  return { data: new Map(), messages: [], changes: 0, end };
}

function add(batch: Batch, data: SignalDataSet, messages: readonly ArrivingMessage[]): void {
  batch.changes++;
  batch.messages.push(...messages);
  for (const [type, values] of Object.entries(data)) {
    const own = batch.data.get(type) ?? new Map<string, unknown>();
    for (const [id, value] of Object.entries(values ?? {})) own.set(id, value);
    batch.data.set(type, own);
  }
}

const dataOf = (data: Batch['data']): SignalDataSet =>
  // What callers of `set` gave under the same types.
  Object.fromEntries(
    [...data].map(([type, values]) => [type, Object.fromEntries(values)]),
  ) as SignalDataSet;
