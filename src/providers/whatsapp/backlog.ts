/** What had waited at WhatsApp while the connection was away, until it has been read. */
import { resultInTime } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';

/**
 * A backlog of which nothing is read for so long is not waited for any more. Above what a database server may take to
 * answer.
 */
const STALLED_MS = 30_000;

/** The ciphertexts that are still to be deciphered, in the order they came: the library takes them one by one. */
export class Backlog {
  readonly #clock: Clock;
  readonly #waiting = new Set<Uint8Array>();
  /** How many are being deciphered, or are on their way to the disk. */
  #underWay = 0;
  /** How many were read, or could not be. */
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

  /** Forgets it: what was not read comes again on another connection. */
  clear(): void {
    this.#waiting.clear();
    this.#settle();
  }

  /** Reads a ciphertext, whether it belongs to the backlog or came since. */
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

  /** Resolves when all of it was read, or `signal` aborts, or nothing of it has been read for 30 s. */
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
      // While one is under way the library reads no other, so that nothing could overtake.
      if (this.#underWay === 0 && this.#tried === before) return this.clear();
    }
  }

  #remove(ciphertext: Uint8Array): void {
    if (!this.#waiting.has(ciphertext)) return;
    // What came before it and was never tried is not going to be.
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
