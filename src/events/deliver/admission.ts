/**
 * What a delivery waits for before its attempt: bytes first when its body is large, then a slot. Taken in one order,
 * neither can be held while waiting for what only another such attempt would give back.
 */

import { Fifo } from '../../shared/async/fifo.ts';
import type { Target } from '../contract/channel.ts';
import { BODY_IN_MEMORY_MAX, type Delivery } from '../contract/delivery.ts';
import { type Gone, isGone } from '../contract/routing.ts';
import type { HostResponse } from './ready-hosts.ts';
import { HostSlots, type SlotLimits } from './slots.ts';

/** So that receivers that never answer leave bytes for others. */
const HOST_SHARE = 3 / 8;

export interface Admitted {
  readonly delivery: Delivery;
  /** What it was admitted for; the target may have changed since. */
  readonly host: string;
  readonly hostLimit: number | undefined;
  /** What it holds of the budget; 0: so small that it was not asked. */
  readonly bytes: number;
}

export interface AdmissionOptions {
  readonly limits: SlotLimits;
  /** WEBHOOK_FILES, for targets that do not say. */
  readonly mediaInBodies: boolean;
  /** Bytes of large bodies, as sent, that may be under way at once; each is in memory about three times. */
  readonly bodyBytesInFlight: number;
}

export class Admission {
  readonly #slots: HostSlots<Admitted>;
  readonly #budget: ByteBudget<Admitted>;
  readonly #mediaInBodies: boolean;

  constructor({ limits, mediaInBodies, bodyBytesInFlight }: AdmissionOptions) {
    this.#slots = new HostSlots(limits);
    const bytes = { total: bodyBytesInFlight, perHost: bodyBytesInFlight * HOST_SHARE };
    this.#budget = new ByteBudget(bytes, (host) => this.#slots.isSilent(host));
    this.#mediaInBodies = mediaInBodies;
  }

  enqueue(delivery: Delivery, target: Target | Gone): void {
    const bytes = this.#bytesOf(delivery, target);
    const { host, hostLimit } = isGone(target) ? NOWHERE : target;
    const waiting = { delivery, host, hostLimit, bytes };
    if (bytes === 0) this.#slots.enqueue(host, delivery.streamId, waiting, hostLimit);
    else this.#budget.enqueue(host, waiting, bytes);
  }

  /** Takes bytes and a slot for the next delivery, or null when none may start. */
  next(): Admitted | null {
    for (let one = this.#budget.next(); one !== null; one = this.#budget.next()) {
      this.#slots.enqueue(one.host, one.delivery.streamId, one, one.hostLimit);
    }
    return this.#slots.next()?.work ?? null;
  }

  /** Whether it was admitted for what `target` is now. */
  matches(admitted: Admitted, target: Target): boolean {
    const { host, bytes, delivery } = admitted;
    return host === target.host && bytes === this.#bytesOf(delivery, target);
  }

  /** Gives back all it took, and notes what the attempt says of its host. */
  release({ delivery, host, bytes }: Admitted, answer?: HostResponse): void {
    if (answer === 'answered' && this.#slots.isSilent(host)) this.#budget.recheck();
    this.#slots.release(host, delivery.streamId, answer);
    if (bytes > 0) this.#budget.release(host, bytes);
  }

  #bytesOf({ bodyBytes, mediaBytes }: Delivery, target: Target | Gone): number {
    if (isGone(target)) return 0;
    const carriesMedia = target.base64 ?? this.#mediaInBodies;
    const bytes = bodyBytes + (carriesMedia ? Math.ceil(mediaBytes / 3) * 4 : 0);
    return bytes <= BODY_IN_MEMORY_MAX ? 0 : bytes;
  }
}

const NOWHERE = { host: '', hostLimit: undefined } as const;

/** Bytes at once; one body above either goes while nothing else is held. */
interface ByteLimits {
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
  /** Nothing has changed since no host was found: most searches can be skipped. */
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
    const host = this.#leastLoaded();
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
  recheck(): void {
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
  #leastLoaded(): Host<T> | null {
    const silentHeld = this.#silentHeld();
    let least: Host<T> | null = null;
    for (const host of this.#hosts.values()) {
      const { first } = host.queue;
      if (first === undefined || !fits(host.held, first.bytes, this.#limits.perHost)) continue;
      if (least !== null && host.held >= least.held) continue;
      const silentMax = this.#limits.total * SILENT_SHARE;
      if (this.#isSilent(host.name) && !fits(silentHeld, first.bytes, silentMax)) continue;
      least = host;
    }
    return least;
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
