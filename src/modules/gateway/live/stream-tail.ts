/** The live end of one stream. */
import type { LoggedEvent } from '../../../core/events/log/events.ts';
import type { CommittedEvent } from '../../../core/events/publish/publish.ts';
import { yieldToEventLoop } from '../../../core/shared/clock.ts';
import {
  eventFrame,
  type FrameSource,
  shapedFrame,
  textFrame,
  type WantedTypes,
} from './frames.ts';
import type { Frame, FrameShape, SocketReader } from './reader.ts';

interface TailDeps extends FrameSource {
  readonly wanted: WantedTypes;
  /** Readers of every stream. */
  readonly globalReaders: ReadonlySet<SocketReader>;
  /** The log could not be read, so readers would miss something. */
  readonly failed: (tail: StreamTail, error: unknown) => void;
  /** Called when there is no memory for what comes after `position`: the reader must read it from the log. */
  readonly heldBack: (tail: StreamTail, reader: SocketReader, position: number) => void;
}

/** Bodies held while the media of one before them is fetched; what comes then is read from the log. */
const WAITING_CHARACTERS_MAX = 1024 * 1024;
/** Sent in one go, so that sockets can drain before more is sent. */
const BYTES_PER_TURN = 256 * 1024;

export class StreamTail {
  readonly streamId: string;
  /** Readers of this stream alone, those that are still catching up included. */
  readonly members = new Set<SocketReader>();
  readonly #deps: TailDeps;
  readonly #live = new Set<SocketReader>();
  /** Readers that know more than was handed out, and up to where; infinite while they read from the log. */
  readonly #known = new Map<SocketReader, number>();
  /** Keyed by sequence. */
  readonly #waiting = new Map<number, CommittedEvent>();
  #waitingCharacters = 0;
  /** The last event handed out, and the last one on disk; both 0 until one is committed. */
  #position = 0;
  #head = 0;
  #isRunning = false;
  #isRetired = false;

  constructor(deps: TailDeps, streamId: string) {
    this.#deps = deps;
    this.streamId = streamId;
  }

  /** Turns a reader that has all events up to `position` into a live one. Returns false if there are more on disk. */
  tryJoin(reader: SocketReader, position: number): boolean {
    if (position < this.#head) return false;
    this.#known.set(reader, position);
    if (this.members.has(reader)) this.#live.add(reader);
    return true;
  }

  /** Adds a member that only wants later events. */
  addLive(reader: SocketReader): void {
    this.#known.set(reader, this.#head);
    this.#live.add(reader);
  }

  remove(reader: SocketReader): void {
    this.members.delete(reader);
    this.#live.delete(reader);
    this.#known.delete(reader);
  }

  /** Drops what waits and hands nothing out again, because no reader is left. */
  retire(): void {
    this.#isRetired = true;
    this.#waiting.clear();
  }

  /** Ignores repeated events, because those of other nodes are read together with this node's own. */
  committed(event: CommittedEvent): void {
    if (event.sequence <= this.#head) return;
    if (this.#head === 0) this.#position = event.sequence - 1;
    this.#head = event.sequence;
    if (this.#waitingCharacters + event.body.length <= WAITING_CHARACTERS_MAX) {
      this.#waiting.set(event.sequence, event);
      this.#waitingCharacters += event.body.length;
    }
    if (this.#isRunning) return;
    this.#isRunning = true;
    // Events of one commit are reported one after another: together they go out in one write.
    queueMicrotask(() => void this.#run());
  }

  async #run(): Promise<void> {
    try {
      while (this.#hasMore()) {
        if (!this.#handOutTexts()) await this.#handOutNext();
        if (this.#hasMore()) await yieldToEventLoop();
      }
    } catch (error) {
      if (!this.#isRetired) this.#deps.failed(this, error);
    } finally {
      this.#isRunning = false;
    }
  }

  #hasMore(): boolean {
    return !this.#isRetired && this.#position < this.#head;
  }

  /** Sends bodies that need no change. Returns false if the next event needs to be converted. */
  #handOutTexts(): boolean {
    const from = this.#position;
    const frames: Frame[] = [];
    let bytes = 0;
    while (bytes < BYTES_PER_TURN) {
      const event = this.#waiting.get(this.#position + 1);
      if (event === undefined || event.mediaId !== null) break;
      this.#advance(event.sequence);
      if (!this.#isWanted(event)) continue;
      const frame = textFrame(event.sequence, event.body);
      frames.push(frame);
      bytes += frame.bytes;
    }
    this.#send(frames);
    return this.#position > from;
  }

  async #handOutNext(): Promise<void> {
    const event = this.#waiting.get(this.#position + 1);
    if (event === undefined) return this.#handOutLogged();
    await this.#handOut(event);
  }

  /** Reads what is not in memory from the log. */
  async #handOutLogged(): Promise<void> {
    const head = this.#head;
    for await (const event of this.#deps.log.after(this.streamId, this.#position)) {
      await this.#handOut(event);
      await yieldToEventLoop();
      if (this.#isRetired) return;
    }
    // Whatever of it is gone from the log will not come back.
    if (this.#position < head) this.#advance(head);
  }

  async #handOut(event: LoggedEvent): Promise<void> {
    const frame = this.#isWanted(event) ? await eventFrame(this.#deps, event) : null;
    this.#advance(event.sequence);
    if (frame !== null) this.#send([frame]);
  }

  #isWanted({ type }: Pick<LoggedEvent, 'type'>): boolean {
    return this.#deps.wanted(this.streamId)?.has(type) ?? false;
  }

  #advance(position: number): void {
    this.#position = position;
    for (const [sequence, { body }] of this.#waiting) {
      if (sequence > position) return;
      this.#waiting.delete(sequence);
      this.#waitingCharacters -= body.length;
    }
  }

  #send(frames: readonly Frame[]): void {
    if (frames.length === 0 || this.#isRetired) return;
    const forms = new Map<FrameShape | null, Frame[]>();
    const inFormOf = ({ shape }: SocketReader) =>
      forms.getOrInsertComputed(shape, () =>
        frames.flatMap((frame) => shapedFrame(frame, shape) ?? []),
      );
    for (const reader of this.#live) this.#sendTo(reader, inFormOf(reader));
    for (const reader of this.#deps.globalReaders) this.#sendTo(reader, inFormOf(reader));
    for (const [reader, known] of this.#known)
      if (known <= this.#position) this.#known.delete(reader);
  }

  #sendTo(reader: SocketReader, frames: readonly Frame[]): void {
    const known = this.#known.get(reader);
    const news = known === undefined ? frames : frames.filter(({ sequence }) => sequence > known);
    const left = news.length > 0 ? reader.send(news) : null;
    if (left === null) return;
    this.#known.set(reader, Number.POSITIVE_INFINITY);
    this.#deps.heldBack(this, reader, left.sequence - 1);
  }
}
