/**
 * Makes deliveries wait for bytes, if their body is large, and then for a slot. The fixed order prevents a deadlock
 * between attempts that each have one and wait for the other.
 */

import { Fifo } from '../../shared/async/fifo.ts';
import type { Target } from '../contract/channel.ts';
import { BODY_IN_MEMORY_MAX, type Delivery } from '../contract/delivery.ts';
import { type Gone, isGone } from '../contract/routing.ts';
import type { HostResponse } from './ready-hosts.ts';
import { HostSlots, type SlotLimits } from './slots.ts';

/** The share of one host, so that receivers that never answer leave bytes for others. */
const HOST_SHARE = 3 / 8;

export interface AdmittedDelivery {
  readonly delivery: Delivery;
  /** The host for which it was admitted; the target may have changed since. */
  readonly host: string;
  readonly hostLimit: number | undefined;
  /** The bytes it has taken; 0 if it is so small that it needs none. */
  readonly bytes: number;
}

export interface AdmissionOptions {
  readonly limits: SlotLimits;
  /** The variable WEBHOOK_FILES, for targets without a setting of their own. */
  readonly mediaInBodies: boolean;
  /** The bytes of large bodies that may be under way at once; each is in memory about three times. */
  readonly bodyBytesInFlight: number;
}

export class Admission {
  readonly #slots: HostSlots<AdmittedDelivery>;
  readonly #budget: ByteBudget<AdmittedDelivery>;
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

  /** Takes bytes and a slot for the next delivery, or returns null when none may start. */
  next(): AdmittedDelivery | null {
    for (let one = this.#budget.next(); one !== null; one = this.#budget.next()) {
      this.#slots.enqueue(one.host, one.delivery.streamId, one, one.hostLimit);
    }
    return this.#slots.next()?.work ?? null;
  }

  /** Returns whether the delivery was admitted for the current `target`. */
  matches(admitted: AdmittedDelivery, target: Target): boolean {
    const { host, bytes, delivery } = admitted;
    return host === target.host && bytes === this.#bytesOf(delivery, target);
  }

  /** Frees its slot and bytes, and records whether the host answered. */
  release({ delivery, host, bytes }: AdmittedDelivery, answer?: HostResponse): void {
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

/** The limits in bytes; a larger body is sent while nothing else is. */
interface ByteLimits {
  readonly total: number;
  readonly perHost: number;
}

interface Host<T> {
  readonly name: string;
  held: number;
  readonly queue: Fifo<{ readonly work: T; readonly bytes: number }>;
}

/** The share of the bytes that all hosts together may take that did not answer in time. */
const SILENT_SHARE = 1 / 4;

export class ByteBudget<T> {
  readonly #limits: ByteLimits;
  readonly #isSilent: (hostName: string) => boolean;
  readonly #hosts = new Map<string, Host<T>>();
  #held = 0;
  /** Whether nothing has changed since no host was found, so that most searches can be skipped. */
  #isSettled = true;

  /** `isSilent` returns whether a host did not answer its latest attempt in time. */
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

  /** Takes the bytes of the next piece of work, or returns null when none may start now. */
  next(): T | null {
    if (this.#isSettled) return null;
    const host = this.#leastLoaded();
    const first = host?.queue.first;
    if (!host || !first || !fits(this.#held, first.bytes, this.#limits.total)) {
      this.#isSettled = true;
      return null;
    }
    host.queue.shift();
    // It becomes the last of those with the same load, so that hosts alternate.
    this.#hosts.delete(host.name);
    this.#hosts.set(host.name, host);
    host.held += first.bytes;
    this.#held += first.bytes;
    return first.work;
  }

  /** Must be called when a host has answered again: waiting work for it may fit now. */
  recheck(): void {
    this.#isSettled = false;
  }

  /** Frees the bytes of one piece of work. */
  release(hostName: string, bytes: number): void {
    const host = this.#host(hostName);
    host.held -= bytes;
    this.#held -= bytes;
    if (host.held === 0 && host.queue.length === 0) this.#hosts.delete(hostName);
    this.#isSettled = false;
  }

  /** Returns the host with the fewest bytes among those whose next piece fits into their share. */
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
