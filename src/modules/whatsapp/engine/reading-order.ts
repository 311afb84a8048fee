/** The order in which messages are read: what had waited at WhatsApp, then what comes now, one after another. */
import { resultInTime } from '../../../core/shared/async/deadline.ts';
import { Mutex } from '../../../core/shared/async/mutex.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { takeListeners } from './listeners.ts';
import type { BinaryNode, WASocket } from './surface.ts';

/** How many messages may wait to be read. More are not taken, and come again on the next connection. */
const WAITING_MAX = 1_000;

/**
 * Baileys looks up addresses before it queues a message, so one that needs no look-up would
 * overtake. Here messages are read one after another in the order they came. Returns a function that resolves when those
 * that have arrived so far were read or left for the next connection, and after 30 s at the latest.
 */
export function takeInTurn(socket: WASocket, { arrived, ready }: Turn): TurnsTaken {
  const { ws } = socket;
  const readers = takeListeners<BinaryNode>(socket, 'CB:message');
  const read = async (stanza: BinaryNode) => {
    if (!(await ready(stanza))) return;
    for (const reader of readers) await reader(stanza);
  };
  const reading = new Mutex();
  let waiting = 0;
  let isFull = false;
  const done = () => {
    waiting--;
    if (isFull && waiting === 0) void socket.end(new Error('more messages came than may wait'));
  };
  ws.on('CB:message', (stanza: BinaryNode) => {
    isFull ||= waiting >= WAITING_MAX;
    // Nothing after it is taken either: what WhatsApp sends again must not come after what it sent later.
    if (isFull) return;
    waiting++;
    arrived(stanza);
    // Baileys reports errors itself, and the next message must not fail with this one.
    reading.run(() => read(stanza)).then(done, done);
  });
  return async (clock, signal) =>
    void (await resultInTime(
      { clock, ms: STALLED_MS, signal },
      reading.run(async () => {}),
    ));
}

type TurnsTaken = (clock: Clock, signal: AbortSignal) => Promise<void>;

interface Turn {
  /** Called at once, before the message waits. */
  arrived(stanza: BinaryNode): void;
  /** Resolves when the message may be read, or with false when its connection is gone and it will come again. */
  ready(stanza: BinaryNode): Promise<boolean>;
}

/**
 * A backlog is not waited for any more when nothing of it is read for this long, which is longer
 * than a database server may take to answer.
 */
const STALLED_MS = 30_000;

/**
 * The messages that waited at WhatsApp while the connection was away. Holds those of their ciphertexts that are still to
 * be deciphered, in the order they came: Baileys takes them one by one.
 */
export class Backlog {
  readonly #clock: Clock;
  readonly #waiting = new Set<Uint8Array>();
  /** Counts those that are being deciphered or written. */
  #underWay = 0;
  /** Counts those that were read or could not be read. */
  #tried = 0;
  #listeners: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(ciphertext: Uint8Array): void {
    this.#waiting.add(ciphertext);
  }

  /** Forgets the backlog: what was not read comes again on another connection. */
  clear(): void {
    this.#waiting.clear();
    this.#settle();
  }

  /** Reads a ciphertext, whether it belongs to the backlog or came later. */
  async reading<T>(ciphertext: Uint8Array, read: () => Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      return await read();
    } finally {
      this.#underWay--;
      this.#tried++;
      this.#remove(ciphertext);
    }
  }

  /** Resolves when all of it was read, when `signal` aborts, or when nothing of it has been read for 30 s. */
  async idle(signal: AbortSignal): Promise<void> {
    for (;;) {
      const before = this.#tried;
      const limit = { clock: this.#clock, ms: STALLED_MS, signal };
      const { promise, resolve } = Promise.withResolvers<true>();
      const listen = () => resolve(true);
      this.#listeners.push(listen);
      this.#settle();
      if ((await resultInTime(limit, promise)) === true || signal.aborted) return;
      this.#listeners = this.#listeners.filter((one) => one !== listen);
      // While one is being read Baileys reads no other, so nothing could overtake.
      if (this.#underWay === 0 && this.#tried === before) return this.clear();
    }
  }

  #remove(ciphertext: Uint8Array): void {
    if (!this.#waiting.has(ciphertext)) return;
    // Baileys reads in order, so those before it that were not tried will not be tried any more.
    for (const earlier of this.#waiting) {
      this.#waiting.delete(earlier);
      if (earlier === ciphertext) break;
    }
    this.#settle();
  }

  #settle(): void {
    if (this.#waiting.size > 0) return;
    for (const listen of this.#listeners) listen();
    this.#listeners = [];
  }
}
