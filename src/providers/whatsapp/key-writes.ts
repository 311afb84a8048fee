/**
 * Keeps keys of conversations usable at once and writes them soon after, several together.
 * `held-frames.ts` holds back what is sent until then.
 */
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

/** When more changes than this wait for the disk, `set` waits with them. */
const WAITING_MAX = 200;
/** Changes that are not on disk after this many tries are given up. */
export const KEYS_TRIES = 30;
const ALONE_AFTER_FAILURE = 100;

type Type = keyof SignalDataTypeMap;

/** Used in place of a kind of key for a message, which is set together with the keys that opened it. */
const MESSAGES = 'received-message';

/** The cast works because the library takes any kind of key. */
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

/** The changes that one transaction writes. */
interface Batch {
  readonly data: Map<string, Map<string, unknown>>;
  readonly messages: ArrivingMessage[];
  changes: number;
  /** Resolves when the batch is on disk, and rejects when it is given up. */
  readonly end: PromiseWithResolvers<void>;
}

/**
 * Every `get` sees a change from the moment `set` is called. Changes of the same turn of the event loop, messages among
 * them, are written together. When writing fails for too long, the changes are forgotten as if they had never been
 * made, and so is whatever depends on them: nothing of that may have left. Then each of the next changes waits for its
 * own write and fails with it, so that one that can never be written does not make others fail again.
 */
export class KeyWrites implements SignalKeyStore {
  readonly #keys: KeysWithMessages;
  readonly #deps: KeyWritesDeps;
  #next = emptyBatch();
  #writing: Batch | null = null;
  #isRunning = false;
  /** How many of the next changes wait for their own writes. */
  #alone = 0;
  #generation = 0;

  constructor(keys: KeysWithMessages, deps: KeyWritesDeps) {
    this.#keys = keys;
    this.#deps = deps;
  }

  /** Changes whenever changes were given up: keys that were read before must not be written any more. */
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
      // It was set below under the same type; null means that the key was removed.
      if (value !== undefined && value !== null) found[id] = value as SignalDataTypeMap[T];
      return value === undefined;
    });
    return others.length === 0 ? found : { ...(await this.#keys.get(type, others)), ...found };
  }

  async set(data: SignalDataSet): Promise<void> {
    const generation = this.#generation;
    while (this.#next.changes >= WAITING_MAX) await this.settled();
    const { [MESSAGES]: arriving = {}, ...keys } = data as SignalDataSet & Messages;
    const messages = Object.values(arriving);
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
    // It runs at the end of this turn of the event loop, so that all changes of the turn are written together.
    setImmediate(() => void this.#run());
  }

  /** Resolves when all changes so far are on disk and rejects when they are given up; null when all are on disk. */
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
    // Later changes were made from the ones that failed.
    this.#giveUp(this.#takeNext(), problem);
  }

  /** Resolves with null once the batch is on disk, or with the reason why it is not. */
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
  // Those that wait for the promise still get the error.
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
  // Callers of `set` gave the values under the same types.
  Object.fromEntries(
    [...data].map(([type, values]) => [type, Object.fromEntries(values)]),
  ) as SignalDataSet;
