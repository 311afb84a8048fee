/** Events to WebSocket readers, as they are committed. */
import type { CommittedEvent } from '../../../core/events/publish/publish.ts';
import { type Cancel, type Clock, sleep } from '../../../core/shared/clock.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import type { Log } from '../../../core/shared/log.ts';
import type { FrameSource, WantedTypes } from './frames.ts';
import { CLOSE, type FrameShape, type Socket, SocketReader } from './reader.ts';
import { catchUp } from './replay.ts';
import { type UnsentMemory, UnsentMemoryQueue } from './shared-memory.ts';
import { StreamTail } from './stream-tail.ts';

/** Asks for every enabled stream from now on, or for one stream after a sequence. */
export interface ReadRequest {
  readonly streamId: string | null;
  readonly after: number | null;
  /** The holder whose memory the reader's unsent data takes. */
  readonly holder: string;
  /**
   * Returns for how many ms the key is still valid, Infinity if it does not expire. Called as long as the reader is
   * open.
   */
  readonly keyLastsMs: () => number;
  /** The form of its frames; absent or null: bodies as they are stored. */
  readonly shape?: FrameShape | null;
}

interface FeedDeps extends Omit<FrameSource, 'log'> {
  readonly clock: Pick<Clock, 'after' | 'steady'>;
  readonly events: FrameSource['log'];
  readonly log: Log;
  readonly wanted: WantedTypes;
  readonly memory: UnsentMemory;
}

const PING_EVERY_MS = 30_000;
const CLOSING_STEPS = 20;
/** Keys are looked at again after this, however long they are valid. */
const KEYS_AGAIN_MS = 24 * 60 * 60 * 1000;

export class Feed {
  readonly #deps: FeedDeps;
  readonly #source: FrameSource & { readonly wanted: WantedTypes };
  /** Each reader with the tail of its stream; null for a reader of all streams. */
  readonly #readers = new Map<SocketReader, StreamTail | null>();
  readonly #globalReaders = new Set<SocketReader>();
  readonly #tails = new Map<string, StreamTail>();
  readonly #memory: UnsentMemoryQueue;
  #cancelPing: Cancel | null = null;
  /** Runs when the first key of a reader ends, at this time of the steady clock. */
  #cancelKeyEnd: Cancel | null = null;
  #keyEndsAt = Infinity;
  #isClosed = false;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    const { events, bodies, mediaInBodies, wanted } = deps;
    this.#memory = new UnsentMemoryQueue(deps.memory, deps.clock);
    this.#source = { log: events, bodies, mediaInBodies, wanted };
  }

  /** Readers now. */
  get size(): number {
    return this.#readers.size;
  }

  /** Must be called with every event that is on disk, at least once. It is passed on without its object. */
  readonly committed = (event: CommittedEvent): void => {
    if (this.#readers.size === 0) return;
    const tail = this.#tails.get(event.streamId);
    if (tail) tail.committed(event);
    else if (this.#globalReaders.size > 0 && this.#deps.wanted(event.streamId) !== null)
      this.#tail(event.streamId).committed(event);
  };

  /** Adds a socket that has just opened. A socket that may not read is closed at once. */
  join(
    socket: Socket,
    { streamId, after, holder, keyLastsMs, shape = null }: ReadRequest,
  ): SocketReader {
    const { clock } = this.#deps;
    const ended = (reader: SocketReader) => this.#forget(reader);
    const reader = new SocketReader(socket, {
      clock,
      memory: this.#memory,
      holder,
      keyLastsMs,
      shape,
      ended,
    });
    const refusal = this.#refusal(streamId);
    if (refusal) {
      reader.close(...refusal);
      return reader;
    }
    if (!reader.isAllowed()) return reader;
    const tail = streamId === null ? null : this.#tail(streamId);
    this.#readers.set(reader, tail);
    this.#cancelPing ??= clock.after(PING_EVERY_MS, () => this.#ping());
    this.#expectKeyEnd(reader);
    if (tail === null) this.#globalReaders.add(reader);
    else {
      tail.members.add(reader);
      if (after === null) tail.addLive(reader);
      else void this.#catchUp(reader, tail, after);
    }
    return reader;
  }

  /** Must be called when a reader's socket has closed. */
  leave(reader: SocketReader): void {
    reader.closed();
  }

  /** Must be called when a stream may have been disabled or is gone, so that its readers are closed. */
  changed(streamId: string): void {
    const refusal = this.#refusal(streamId);
    const tail = this.#tails.get(streamId);
    if (!refusal || !tail) return;
    for (const reader of tail.members) reader.close(...refusal);
    this.#retire(tail);
  }

  /** Must be called when keys of an instance may have changed, so that readers whose key has ended are closed. */
  keysChanged(instanceId: string): void {
    this.#lookAtKeys([...this.#readers.keys()].filter(({ holder }) => holder === instanceId));
  }

  #lookAtKeys(readers: readonly SocketReader[]): void {
    for (const reader of readers) if (reader.isAllowed()) this.#expectKeyEnd(reader);
  }

  /** Looks at all keys when the first one ends, since nothing else may happen to its reader then. */
  #expectKeyEnd({ keyLastsMs }: SocketReader): void {
    const { clock } = this.#deps;
    const ms = Math.min(keyLastsMs, KEYS_AGAIN_MS);
    const endsAt = clock.steady() + ms;
    if (keyLastsMs === Infinity || endsAt >= this.#keyEndsAt) return;
    this.#cancelKeyEnd?.();
    this.#keyEndsAt = endsAt;
    this.#cancelKeyEnd = clock.after(ms, () => {
      this.#keyEndsAt = Infinity;
      this.#lookAtKeys([...this.#readers.keys()]);
    });
  }

  /** Closes every reader, spread over `ms` so that they do not all come back at once, and every one that comes later. */
  async close(ms = 0): Promise<void> {
    this.#isClosed = true;
    const readers = [...this.#readers.keys()];
    const steps = ms === 0 ? 1 : Math.min(CLOSING_STEPS, readers.length);
    for (let step = 0; step < steps; step++) {
      if (step > 0) await sleep(this.#deps.clock, ms / steps);
      for (let at = step; at < readers.length; at += steps)
        readers[at]?.close(CLOSE.goingAway, 'the service is stopping');
    }
  }

  #forget(reader: SocketReader): void {
    const tail = this.#readers.get(reader);
    if (!this.#readers.delete(reader)) return;
    this.#globalReaders.delete(reader);
    for (const one of tail ? [tail] : this.#tails.values()) {
      one.remove(reader);
      if (this.#globalReaders.size === 0) this.#retireIfUnread(one);
    }
    if (this.#readers.size > 0) return;
    this.#cancelPing?.();
    this.#cancelPing = null;
    this.#cancelKeyEnd?.();
    this.#keyEndsAt = Infinity;
  }

  #refusal(streamId: string | null): [number, string] | null {
    if (this.#isClosed) return [CLOSE.goingAway, 'the service is stopping'];
    if (streamId === null || this.#deps.wanted(streamId) !== null) return null;
    return [CLOSE.notAllowed, 'the WebSocket of this instance is not enabled'];
  }

  #tail(streamId: string): StreamTail {
    const known = this.#tails.get(streamId);
    if (known) return known;
    const failed = (tail: StreamTail, error: unknown) => this.#failed(tail, error);
    const heldBack = (tail: StreamTail, reader: SocketReader, position: number) =>
      void this.#catchUp(reader, tail, position);
    const deps = { ...this.#source, globalReaders: this.#globalReaders, failed, heldBack };
    const tail = new StreamTail(deps, streamId);
    this.#tails.set(streamId, tail);
    return tail;
  }

  #retireIfUnread(tail: StreamTail): void {
    if (tail.members.size === 0) this.#retire(tail);
  }

  #retire(tail: StreamTail): void {
    tail.retire();
    this.#tails.delete(tail.streamId);
  }

  async #catchUp(reader: SocketReader, tail: StreamTail, after: number): Promise<void> {
    const tryJoin = (position: number) => tail.tryJoin(reader, position);
    try {
      await catchUp(this.#source, reader, { streamId: tail.streamId, after, tryJoin });
    } catch (error) {
      if (!reader.isOpen) return;
      this.#warn(tail, error);
      reader.close(CLOSE.failed, 'the event log cannot be read');
    }
  }

  /** Readers that were listening have missed something. */
  #failed(tail: StreamTail, error: unknown): void {
    this.#warn(tail, error);
    for (const reader of [...tail.members, ...this.#globalReaders])
      reader.close(CLOSE.failed, 'the event log cannot be read');
    this.#retire(tail);
  }

  #warn({ streamId }: StreamTail, error: unknown): void {
    const fields = { instanceId: streamId, error: messageOf(error) };
    this.#deps.log.warn('events could not be read for WebSocket readers', fields);
  }

  #ping(): void {
    this.#cancelPing = this.#deps.clock.after(PING_EVERY_MS, () => this.#ping());
    for (const reader of this.#readers.keys()) reader.ping();
  }
}
