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
 * overtake. Here messages are read one after another in the order they came. Returns a function that resolves when the
 * whole backlog and what has arrived since were read, or nothing was read for 30 s. It rejects when the connection ends
 * before: what was not read comes again on the next one.
 */
export function takeInTurn(socket: WASocket, { backlog, arrived, ready }: Turn): ArrivedRead {
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
  ws.on('CB:ib,,offline', () => backlog.handedOver());
  return async (signal) => {
    await backlog.whole(signal);
    await backlog.inTime(
      reading.run(async () => {}),
      signal,
    );
    if (!ws.isOpen) throw new Error('the connection ended before all that had arrived was read');
  };
}

/** `signal` ends the wait early. */
type ArrivedRead = (signal: AbortSignal) => Promise<void>;

interface Turn {
  /** Stanzas that had waited at WhatsApp before this connection. */
  readonly backlog: Backlog;
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
  /** Whether WhatsApp has handed over all of it; `#end` resolves then, and when another connection begins. */
  #isHandedOver = false;
  #end = Promise.withResolvers<void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(ciphertext: Uint8Array): void {
    this.#waiting.add(ciphertext);
  }

  /** Begins the backlog of another connection, on which WhatsApp hands over again what was not read. */
  begin(): void {
    const { resolve } = this.#end;
    this.#end = Promise.withResolvers();
    this.#isHandedOver = false;
    // Those who wait for the end of the last one go on with this one.
    resolve();
    this.#forget();
  }

  /** Call it when WhatsApp has said that nothing more of the backlog follows. */
  handedOver(): void {
    this.#isHandedOver = true;
    this.#end.resolve();
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

  /**
   * Resolves when all of it that has arrived was read, when `signal` aborts, or when nothing of it has been read for 30 s.
   */
  async idle(signal: AbortSignal): Promise<void> {
    if (this.isEmpty) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#listeners.push(resolve);
    if (!(await this.inTime(promise, signal)) && !signal.aborted) this.#forget();
  }

  /**
   * Resolves as `idle` does once WhatsApp has handed over all of the backlog, on the next connection if this one ends
   * before. WhatsApp may never say so: after 30 s without a message it counts as said.
   */
  async whole(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.idle(signal);
      if (this.#isHandedOver || signal.aborted) return;
      const isOver = await this.inTime(this.#end.promise, signal);
      if (!isOver && !signal.aborted) this.handedOver();
    }
  }

  /** Resolves with true once `end` has resolved, and with false when nothing is read for 30 s or `signal` aborts. */
  async inTime(end: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
    const ended = end.then(() => true);
    const limit = { clock: this.#clock, ms: STALLED_MS, signal };
    for (;;) {
      const before = this.#tried;
      if ((await resultInTime(limit, ended)) === true) return true;
      // While one is being read Baileys reads no other, so nothing could overtake.
      if (signal.aborted || (this.#underWay === 0 && this.#tried === before)) return false;
    }
  }

  #forget(): void {
    this.#waiting.clear();
    this.#settle();
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
