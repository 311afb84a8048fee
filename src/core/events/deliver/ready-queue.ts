/**
 * The deliveries that may start, and which is next. One with a large body takes its bytes before its slot: the fixed order
 * prevents a deadlock between attempts that each have one and wait for the other.
 */

import { Fifo } from '../../shared/async/fifo.ts';
import { BODY_IN_MEMORY_MAX, type Delivery, type Target } from '../contract/channel.ts';
import { isGone, type MissingTarget } from '../contract/routing.ts';
import type { OwnedDelivery } from './owned-delivery.ts';
import type { HostResponse } from './ready-streams.ts';
import { HostSlots, type SlotLimits } from './slots.ts';

/** The share of one host, so that receivers that never answer leave bytes for others. */
const HOST_SHARE = 3 / 8;

export interface ReadyQueueOptions {
  readonly limits: SlotLimits;
  /** The variable WEBHOOK_FILES, for targets without a setting of their own. */
  readonly mediaInBodies: boolean;
  /** The bytes of large bodies that may be under way at once; each is in memory about three times. */
  readonly bodyBytesInFlight: number;
}

export class ReadyQueue {
  readonly #slots: HostSlots<OwnedDelivery>;
  readonly #budget: ByteBudget<OwnedDelivery>;
  readonly #mediaInBodies: boolean;

  constructor({ limits, mediaInBodies, bodyBytesInFlight }: ReadyQueueOptions) {
    this.#slots = new HostSlots(limits);
    const bytes = { total: bodyBytesInFlight, perHost: bodyBytesInFlight * HOST_SHARE };
    this.#budget = new ByteBudget(bytes, (...one) => this.#slots.responseOf(...one));
    this.#mediaInBodies = mediaInBodies;
  }

  /** Adds a delivery whose order allows it to start. A delivery without a target takes neither bytes nor a slot. */
  enqueue(owned: OwnedDelivery, target: Target | MissingTarget): void {
    owned.target = target;
    owned.host = isGone(target) ? NOWHERE : target.host;
    owned.bytes = this.#bytesOf(owned.delivery, target);
    if (owned.bytes === 0) this.#awaitSlot(owned);
    else this.#budget.enqueue(owned.host, owned.delivery.streamId, owned, owned.bytes);
  }

  #awaitSlot(owned: OwnedDelivery): void {
    const { delivery, host, target } = owned;
    const most = isGone(target) ? undefined : target.hostLimit;
    this.#slots.enqueue(host, delivery.streamId, owned, most);
  }

  /** Takes bytes and a slot for the next delivery, or returns null when none may start. */
  next(): OwnedDelivery | null {
    for (let one = this.#budget.next(); one !== null; one = this.#budget.next())
      this.#awaitSlot(one);
    return this.#slots.next()?.work ?? null;
  }

  /** Returns whether what the delivery has taken is what `target` needs now. */
  matches({ delivery, host, bytes }: OwnedDelivery, target: Target): boolean {
    return host === target.host && bytes === this.#bytesOf(delivery, target);
  }

  /** Frees its slot and bytes, and records whether the host answered. */
  release({ delivery, host, bytes }: OwnedDelivery, answer?: HostResponse): void {
    const { streamId } = delivery;
    const isNews = answer === 'answered' && this.#slots.responseOf(host, streamId) !== 'answered';
    this.#slots.release(host, streamId, answer);
    if (isNews) this.#budget.recheck();
    if (bytes > 0) this.#budget.release(host, streamId, bytes);
  }

  #bytesOf(
    { bodyBytes, mediaBytes, isMediaRefused }: Delivery,
    target: Target | MissingTarget,
  ): number {
    if (isGone(target)) return 0;
    const carriesMedia = !isMediaRefused && (target.base64 ?? this.#mediaInBodies);
    const bytes = bodyBytes + (carriesMedia ? Math.ceil(mediaBytes / 3) * 4 : 0);
    return bytes <= BODY_IN_MEMORY_MAX ? 0 : bytes;
  }
}

const NOWHERE = '';

/** The limits in bytes; a larger body is sent while nothing else is. */
interface ByteLimits {
  readonly total: number;
  readonly perHost: number;
}

interface Host {
  held: number;
  /** How many streams hold bytes or wait for some. */
  streams: number;
}

/** The large bodies of one stream for one host. */
interface StreamBytes<T> {
  readonly host: Host;
  readonly hostName: string;
  readonly streamId: string;
  held: number;
  readonly queue: Fifo<{ readonly work: T; readonly bytes: number }>;
}

/** The share of the bytes that all streams together may take whose hosts did not answer in time. */
const SILENT_SHARE = 1 / 4;
/** The share of a host's bytes that streams may take which it has not answered, if several streams use it. */
const UNANSWERED_SHARE = 1 / 2;
/** The share of a host's bytes that one stream may take, if several streams use it. */
const STREAM_SHARE = 3 / 4;

/** Bytes are shared like slots: what a host answered one stream limits that stream alone. */
export class ByteBudget<T> {
  readonly #limits: ByteLimits;
  readonly #responseOf: (hostName: string, streamId: string) => HostResponse;
  readonly #hosts = new Map<string, Host>();
  readonly #streams = new Map<string, StreamBytes<T>>();
  #held = 0;
  /** Whether nothing has changed since nothing was found to start, so that most searches can be skipped. */
  #isSettled = true;

  /** `responseOf` returns whether a host answered the latest attempt of a stream in time. */
  constructor(
    limits: ByteLimits,
    responseOf: (hostName: string, streamId: string) => HostResponse = () => 'unknown',
  ) {
    this.#limits = limits;
    this.#responseOf = responseOf;
  }

  get held(): number {
    return this.#held;
  }

  enqueue(hostName: string, streamId: string, work: T, bytes: number): void {
    this.#stream(hostName, streamId).queue.push({ work, bytes });
    this.#isSettled = false;
  }

  /** Takes the bytes of the next piece of work, or returns null when none may start now. */
  next(): T | null {
    if (this.#isSettled) return null;
    const stream = this.#leastLoaded();
    const first = stream?.queue.first;
    if (!stream || !first || !fits(this.#held, first.bytes, this.#limits.total)) {
      this.#isSettled = true;
      return null;
    }
    stream.queue.shift();
    // It becomes the last of those with the same load, so that streams and hosts alternate.
    const key = keyOf(stream.hostName, stream.streamId);
    this.#streams.delete(key);
    this.#streams.set(key, stream);
    stream.held += first.bytes;
    stream.host.held += first.bytes;
    this.#held += first.bytes;
    return first.work;
  }

  /** Must be called when a host has answered a stream again: its waiting work may fit now. */
  recheck(): void {
    this.#isSettled = false;
  }

  /** Frees the bytes of one piece of work. */
  release(hostName: string, streamId: string, bytes: number): void {
    const stream = this.#stream(hostName, streamId);
    const { host } = stream;
    stream.held -= bytes;
    host.held -= bytes;
    this.#held -= bytes;
    this.#isSettled = false;
    if (stream.held > 0 || stream.queue.length > 0) return;
    this.#streams.delete(keyOf(hostName, streamId));
    host.streams--;
    if (host.streams === 0) this.#hosts.delete(hostName);
  }

  /** Returns the stream with the fewest bytes at its host among those whose next piece fits into every share. */
  #leastLoaded(): StreamBytes<T> | null {
    const shares = this.#sharesTaken();
    let least: StreamBytes<T> | null = null;
    for (const stream of this.#streams.values()) {
      const { first } = stream.queue;
      if (first === undefined || (least !== null && stream.held >= least.held)) continue;
      if (this.#fitsShares(stream, first.bytes, shares)) least = stream;
    }
    return least;
  }

  #fitsShares(stream: StreamBytes<T>, bytes: number, taken: TakenShares): boolean {
    const { host, hostName, streamId, held } = stream;
    const { total, perHost } = this.#limits;
    if (!fits(host.held, bytes, perHost)) return false;
    const answer = this.#responseOf(hostName, streamId);
    if (answer === 'silent' && !fits(taken.silent, bytes, total * SILENT_SHARE)) return false;
    if (host.streams === 1) return true;
    if (!fits(held, bytes, perHost * STREAM_SHARE)) return false;
    if (answer === 'answered') return true;
    return fits(taken.unanswered.get(host) ?? 0, bytes, perHost * UNANSWERED_SHARE);
  }

  #sharesTaken(): TakenShares {
    let silent = 0;
    const unanswered = new Map<Host, number>();
    for (const { host, hostName, streamId, held } of this.#streams.values()) {
      const answer = this.#responseOf(hostName, streamId);
      if (answer === 'silent') silent += held;
      if (answer !== 'answered') unanswered.set(host, (unanswered.get(host) ?? 0) + held);
    }
    return { silent, unanswered };
  }

  #stream(hostName: string, streamId: string): StreamBytes<T> {
    const key = keyOf(hostName, streamId);
    const known = this.#streams.get(key);
    if (known !== undefined) return known;
    const host = this.#hosts.getOrInsertComputed(hostName, () => ({ held: 0, streams: 0 }));
    host.streams++;
    const stream: StreamBytes<T> = { host, hostName, streamId, held: 0, queue: new Fifo() };
    this.#streams.set(key, stream);
    return stream;
  }
}

interface TakenShares {
  /** The bytes of all streams whose hosts did not answer in time. */
  readonly silent: number;
  /** The bytes at each host of the streams that it has not answered. */
  readonly unanswered: ReadonlyMap<Host, number>;
}

/** Ids of streams have no spaces. */
const keyOf = (hostName: string, streamId: string): string => `${streamId} ${hostName}`;

const fits = (held: number, bytes: number, most: number): boolean =>
  held === 0 || held + bytes <= most;
