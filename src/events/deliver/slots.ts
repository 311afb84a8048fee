/**
 * Limits the running attempts in all, for each host and for each stream. A free slot goes to the host with the fewest,
 * and hosts that do not answer get only a few.
 */
import { Fifo } from '../../shared/async/fifo.ts';
import {
  FIRST_SLOTS,
  type FreeSlots,
  type HostResponse,
  type RankedHost,
  ReadyHosts,
} from './ready-hosts.ts';

export interface SlotLimits {
  readonly total: number;
  readonly perHost: number;
}

/** How many idle hosts are remembered; the one idle for longest is dropped. */
const IDLE_HOSTS_MAX = 10_000;
/** The share of the slots that all hosts together may have that did not answer in time. */
const SILENT_SHARE = 1 / 4;
/** The share that one stream may have while another waits. */
const STREAM_SHARE = 1 / 4;
/** The share that hosts may have together beyond the first few of each. */
const BEYOND_FIRST_SHARE = 1 / 2;

interface Stream {
  readonly id: string;
  inFlight: number;
  queued: number;
}

interface Host<T> extends RankedHost {
  readonly name: string;
  queued: number;
  /** How many slots it may have: `most`, or fewer until it is known to answer. */
  limit: number;
  /** The waiting work, with the streams in the order of their turns. */
  readonly queues: Map<Stream, Fifo<T>>;
}

export class HostSlots<T> {
  readonly #limits: SlotLimits;
  readonly #silentMax: number;
  readonly #streamMax: number;
  readonly #beyondFirstMax: number;
  readonly #hosts = new Map<string, Host<T>>();
  readonly #idle = new Map<string, Host<T>>();
  readonly #streams = new Map<string, Stream>();
  readonly #ready: ReadyHosts<Host<T>>;
  /** Hosts that only their streams' shares keep from starting something. */
  readonly #heldBack = new Set<Host<T>>();
  #inFlight = 0;
  #silentInFlight = 0;
  #beyondFirst = 0;
  #streamsWaiting = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
    this.#ready = new ReadyHosts(limits.total);
    const { total } = limits;
    this.#silentMax = Math.max(1, Math.floor(total * SILENT_SHARE));
    this.#streamMax = Math.max(1, Math.floor(total * STREAM_SHARE));
    this.#beyondFirstMax = Math.floor(total * BEYOND_FIRST_SHARE);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Returns whether the host did not answer the latest attempt that shows it. */
  isSilent(hostName: string): boolean {
    return (this.#hosts.get(hostName) ?? this.#idle.get(hostName))?.answer === 'silent';
  }

  /** Adds work for a host. `most` replaces the general limit for this host. */
  enqueue(hostName: string, streamId: string, work: T, most = this.#limits.perHost): void {
    const host = this.#host(hostName, most);
    const stream = this.#stream(streamId);
    let queue = host.queues.get(stream);
    if (queue === undefined) {
      queue = new Fifo<T>();
      host.queues.set(stream, queue);
    }
    queue.push(work);
    host.queued++;
    if (stream.queued++ === 0) this.#streamsWaiting++;
    this.#place(host);
  }

  /** Takes a slot for the next piece of work, or returns null when none may start. */
  next(): { readonly host: string; readonly stream: string; readonly work: T } | null {
    while (this.#ready.size > 0 && this.#inFlight < this.#limits.total) {
      const host = this.#ready.first(this.#room());
      if (host === null) return null;
      this.#ready.remove(host);
      const stream = this.#nextStream(host);
      if (stream !== null) return this.#start(host, stream);
    }
    return null;
  }

  /** Frees a slot, and records whether the host answered. */
  release(hostName: string, streamId: string, answer: HostResponse = 'unknown'): void {
    const host = this.#host(hostName);
    this.#ready.remove(host);
    if (host.answer === 'silent') this.#silentInFlight -= host.inFlight;
    if (host.inFlight > FIRST_SLOTS) this.#beyondFirst--;
    host.inFlight--;
    this.#inFlight--;
    if (answer === 'silent') host.limit = 1;
    if (answer === 'answered') host.limit = Math.min(host.most, host.limit + 1);
    if (answer !== 'unknown') host.answer = answer;
    if (host.answer === 'silent') this.#silentInFlight += host.inFlight;
    this.#releaseStream(this.#stream(streamId));
    if (host.inFlight === 0 && host.queued === 0) this.#rest(host);
    else this.#place(host);
  }

  #room(): FreeSlots {
    return {
      free: this.#limits.total - this.#inFlight,
      forSilent: this.#silentInFlight < this.#silentMax,
      beyondFirst: this.#beyondFirst < this.#beyondFirstMax,
    };
  }

  /** Returns the next stream of this host, or null when every waiting stream has its share. */
  #nextStream(host: Host<T>): Stream | null {
    for (const stream of host.queues.keys()) if (!this.#hasItsShare(stream)) return stream;
    this.#heldBack.add(host);
    return null;
  }

  #hasItsShare(stream: Stream): boolean {
    return stream.inFlight >= this.#streamMax && this.#streamsWaiting > (stream.queued > 0 ? 1 : 0);
  }

  #start(host: Host<T>, stream: Stream): { host: string; stream: string; work: T } {
    // Both exist because the stream has work for the host.
    const queue = host.queues.get(stream) as Fifo<T>;
    const work = queue.shift() as T;
    // The stream gets its next turn after the others.
    host.queues.delete(stream);
    if (queue.length > 0) host.queues.set(stream, queue);
    host.queued--;
    host.inFlight++;
    if (host.inFlight > FIRST_SLOTS) this.#beyondFirst++;
    if (host.answer === 'silent') this.#silentInFlight++;
    this.#inFlight++;
    stream.inFlight++;
    // Shares do not apply while only one stream waits.
    if (--stream.queued === 0 && --this.#streamsWaiting === 1) this.#placeHeldBack();
    this.#place(host);
    return { host: host.name, stream: stream.id, work };
  }

  #releaseStream(stream: Stream): void {
    stream.inFlight--;
    if (!this.#hasItsShare(stream)) this.#placeHeldBack();
    if (stream.inFlight === 0 && stream.queued === 0) this.#streams.delete(stream.id);
  }

  #placeHeldBack(): void {
    if (this.#heldBack.size === 0) return;
    for (const host of this.#heldBack) this.#place(host);
    this.#heldBack.clear();
  }

  #host(name: string, most = this.#limits.perHost): Host<T> {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const host = this.#idle.get(name) ?? {
      name,
      inFlight: 0,
      queued: 0,
      most,
      limit: most,
      answer: 'unknown',
      queues: new Map(),
    };
    this.#idle.delete(name);
    this.#hosts.set(name, host);
    return host;
  }

  #stream(id: string): Stream {
    let stream = this.#streams.get(id);
    if (stream === undefined) {
      stream = { id, inFlight: 0, queued: 0 };
      this.#streams.set(id, stream);
    }
    return stream;
  }

  #rest(host: Host<T>): void {
    this.#hosts.delete(host.name);
    this.#idle.set(host.name, host);
    for (const oldest of this.#idle.keys()) {
      if (this.#idle.size <= IDLE_HOSTS_MAX) break;
      this.#idle.delete(oldest);
    }
  }

  #place(host: Host<T>): void {
    if (host.queued > 0 && host.inFlight < host.limit) this.#ready.add(host);
  }
}
