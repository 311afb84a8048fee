/**
 * How much of large bodies may be in memory. Owns: the budget, in all and per host; no I/O.
 * Free bytes go to the host that holds fewest, and nobody passes it: many smaller ones would hold a larger one up for ever.
 */
import { Fifo } from '../../shared/async/fifo.ts';

/** Bytes at once; one body above either goes while nothing else is held. */
export interface ByteLimits {
  readonly total: number;
  readonly perHost: number;
}

interface Host<T> {
  readonly name: string;
  held: number;
  readonly queue: Fifo<{ readonly work: T; readonly bytes: number }>;
}

/** The part of all bytes that hosts which did not answer in time may hold together. */
const SILENT_SHARE = 1 / 4;

export class ByteBudget<T> {
  readonly #limits: ByteLimits;
  readonly #isSilent: (hostName: string) => boolean;
  readonly #hosts = new Map<string, Host<T>>();
  #held = 0;
  /** Nothing has changed since a look found nobody: most looks need not be taken. */
  #isSettled = true;

  /** `isSilent` says of a host that it did not answer its latest attempt in time. */
  constructor(limits: ByteLimits, isSilent: (hostName: string) => boolean = () => false) {
    this.#limits = limits;
    this.#isSilent = isSilent;
  }

  get held(): number {
    return this.#held;
  }

  enqueue(hostName: string, work: T, bytes: number): void {
    this.#host(hostName).queue.push({ work, bytes });
    this.#isSettled = false;
  }

  /** Takes the bytes of the next piece of work, or null when none may have them now. */
  next(): T | null {
    if (this.#isSettled) return null;
    const host = this.#poorest();
    const first = host?.queue.first;
    if (!host || !first || !fits(this.#held, first.bytes, this.#limits.total)) {
      this.#isSettled = true;
      return null;
    }
    host.queue.shift();
    // Last among those that hold as much, so that two take turns.
    this.#hosts.delete(host.name);
    this.#hosts.set(host.name, host);
    host.held += first.bytes;
    this.#held += first.bytes;
    return first.work;
  }

  /** To be called when a host is no longer silent: what waits for it may fit now. */
  lookAgain(): void {
    this.#isSettled = false;
  }

  /** Gives the bytes of one piece of work back. */
  release(hostName: string, bytes: number): void {
    const host = this.#host(hostName);
    host.held -= bytes;
    this.#held -= bytes;
    if (host.held === 0 && host.queue.length === 0) this.#hosts.delete(hostName);
    this.#isSettled = false;
  }

  /** Of the hosts whose next piece fits into their share, the one that holds fewest bytes. */
  #poorest(): Host<T> | null {
    const silentHeld = this.#silentHeld();
    let poorest: Host<T> | null = null;
    for (const host of this.#hosts.values()) {
      const { first } = host.queue;
      if (first === undefined || !fits(host.held, first.bytes, this.#limits.perHost)) continue;
      if (poorest !== null && host.held >= poorest.held) continue;
      const silentMax = this.#limits.total * SILENT_SHARE;
      if (this.#isSilent(host.name) && !fits(silentHeld, first.bytes, silentMax)) continue;
      poorest = host;
    }
    return poorest;
  }

  #silentHeld(): number {
    let held = 0;
    for (const host of this.#hosts.values()) if (this.#isSilent(host.name)) held += host.held;
    return held;
  }

  #host(name: string): Host<T> {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      host = { name, held: 0, queue: new Fifo() };
      this.#hosts.set(name, host);
    }
    return host;
  }
}

const fits = (held: number, bytes: number, most: number): boolean =>
  held === 0 || held + bytes <= most;
