/**
 * Limits the running attempts: in total, for each host, for each stream, and for each stream at a host. A free slot
 * goes to the stream with the fewest attempts at its host. A host that answers one stream slowly limits only that
 * stream there, so nobody can block others by making a host hang.
 */
import { Fifo } from '../../shared/async/fifo.ts';
import {
  FIRST_SLOTS,
  type FreeSlots,
  Host,
  type HostResponse,
  type HostStream,
  ReadyStreams,
} from './ready-streams.ts';

export interface SlotLimits {
  readonly total: number;
  readonly perHost: number;
}

/** How many idle streams of hosts are remembered; the one idle for longest is dropped. */
const IDLE_MAX = 20_000;
/** The share of the slots that all streams together may have whose hosts did not answer in time. */
const SILENT_SHARE = 1 / 4;
/** The share that one stream may have while another waits. */
const STREAM_SHARE = 1 / 4;
/** The share that streams may have together beyond the first few of each at a host. */
const BEYOND_FIRST_SHARE = 1 / 2;

interface Stream {
  readonly id: string;
  inFlight: number;
  queued: number;
}

interface QueueAtHost<T> extends HostStream {
  readonly host: Host<QueueAtHost<T>>;
  readonly streamId: string;
  /** How many slots it may have: those of the host, or fewer until it is known to answer. */
  limit: number;
  readonly queue: Fifo<T>;
}

export class HostSlots<T> {
  readonly #limits: SlotLimits;
  readonly #silentMax: number;
  readonly #streamMax: number;
  readonly #beyondFirstMax: number;
  readonly #hosts = new Map<string, Host<QueueAtHost<T>>>();
  readonly #idle = new Set<QueueAtHost<T>>();
  readonly #streams = new Map<string, Stream>();
  readonly #ready: ReadyStreams<QueueAtHost<T>>;
  /** Those that only their streams' shares keep from starting something. */
  readonly #heldBack = new Set<QueueAtHost<T>>();
  #inFlight = 0;
  #silentInFlight = 0;
  #slotsBeyondFirst = 0;
  #streamsWaiting = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
    this.#ready = new ReadyStreams(limits.total);
    const { total } = limits;
    this.#silentMax = Math.max(1, Math.floor(total * SILENT_SHARE));
    this.#streamMax = Math.max(1, Math.floor(total * STREAM_SHARE));
    this.#beyondFirstMax = Math.floor(total * BEYOND_FIRST_SHARE);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Returns what the latest attempt of the stream that shows it says about the host. */
  responseOf(hostName: string, streamId: string): HostResponse {
    return this.#hosts.get(hostName)?.streams.get(streamId)?.answer ?? 'unknown';
  }

  /** Adds work for a host. `most` replaces the general limit for this host. */
  enqueue(hostName: string, streamId: string, work: T, most = this.#limits.perHost): void {
    const one = this.#queueAt(hostName, streamId, most);
    one.queue.push(work);
    if (this.#stream(streamId).queued++ === 0) this.#streamsWaiting++;
    // The others of this stream wait in front of it.
    if (one.queue.length === 1) this.#place(one);
  }

  /** Takes a slot for the next piece of work, or returns null when none may start. */
  next(): { readonly host: string; readonly stream: string; readonly work: T } | null {
    while (!this.#ready.isEmpty && this.#inFlight < this.#limits.total) {
      const one = this.#ready.first(this.#room());
      if (one === null) return null;
      this.#ready.remove(one);
      const stream = this.#stream(one.streamId);
      if (!this.#hasItsShare(stream)) return this.#start(one, stream);
      this.#heldBack.add(one);
      this.#ready.rank(one.host);
    }
    return null;
  }

  /** Frees a slot, and records whether the host answered. */
  release(hostName: string, streamId: string, answer: HostResponse = 'unknown'): void {
    const one = this.#queueAt(hostName, streamId);
    this.#ready.remove(one);
    this.#count(one, -one.inFlight);
    if (one.inFlight > FIRST_SLOTS) this.#slotsBeyondFirst--;
    one.inFlight--;
    if (answer === 'silent') one.limit = 1;
    if (answer === 'answered') one.limit = Math.min(one.host.most, one.limit + 1);
    if (answer !== 'unknown') one.answer = answer;
    this.#count(one, one.inFlight);
    this.#releaseStream(this.#stream(streamId));
    if (one.inFlight === 0 && one.queue.length === 0) this.#rest(one);
    this.#place(one);
  }

  #room(): FreeSlots {
    return {
      free: this.#limits.total - this.#inFlight,
      isForSilent: this.#silentInFlight < this.#silentMax,
      isBeyondFirst: this.#slotsBeyondFirst < this.#beyondFirstMax,
    };
  }

  #hasItsShare(stream: Stream): boolean {
    return stream.inFlight >= this.#streamMax && this.#streamsWaiting > (stream.queued > 0 ? 1 : 0);
  }

  #start(one: QueueAtHost<T>, stream: Stream): { host: string; stream: string; work: T } {
    // It is ready because it has work.
    const work = one.queue.shift() as T;
    one.inFlight++;
    if (one.inFlight > FIRST_SLOTS) this.#slotsBeyondFirst++;
    this.#count(one, 1);
    stream.inFlight++;
    // Shares do not apply while only one stream waits.
    if (--stream.queued === 0 && --this.#streamsWaiting === 1) this.#placeHeldBack();
    this.#place(one);
    return { host: one.host.name, stream: stream.id, work };
  }

  #count({ host, answer }: QueueAtHost<T>, change: number): void {
    host.inFlight[answer] += change;
    this.#inFlight += change;
    if (answer === 'silent') this.#silentInFlight += change;
  }

  #releaseStream(stream: Stream): void {
    stream.inFlight--;
    if (!this.#hasItsShare(stream)) this.#placeHeldBack();
    if (stream.inFlight === 0 && stream.queued === 0) this.#streams.delete(stream.id);
  }

  #placeHeldBack(): void {
    if (this.#heldBack.size === 0) return;
    for (const one of this.#heldBack) this.#place(one);
    this.#heldBack.clear();
  }

  #queueAt(hostName: string, streamId: string, most = this.#limits.perHost): QueueAtHost<T> {
    let host = this.#hosts.get(hostName);
    if (host === undefined) {
      host = new Host(hostName, most);
      this.#hosts.set(hostName, host);
    }
    const known = host.streams.get(streamId);
    if (known !== undefined) {
      this.#idle.delete(known);
      return known;
    }
    const state = { inFlight: 0, limit: host.most, answer: 'unknown', turn: 0 } as const;
    const one = { host, streamId, ...state, queue: new Fifo<T>() };
    host.streams.set(streamId, one);
    return one;
  }

  #stream(id: string): Stream {
    let stream = this.#streams.get(id);
    if (stream === undefined) {
      stream = { id, inFlight: 0, queued: 0 };
      this.#streams.set(id, stream);
    }
    return stream;
  }

  #rest(one: QueueAtHost<T>): void {
    this.#idle.add(one);
    for (const oldest of this.#idle) {
      if (this.#idle.size <= IDLE_MAX) break;
      this.#idle.delete(oldest);
      const { host, streamId } = oldest;
      host.streams.delete(streamId);
      if (host.streams.size === 0) this.#hosts.delete(host.name);
    }
  }

  #place(one: QueueAtHost<T>): void {
    if (one.queue.length > 0 && one.inFlight < one.limit) this.#ready.add(one);
    this.#ready.rank(one.host);
  }
}
