import type { Cancel, Clock } from '../../../core/shared/clock.ts';
import type { UnsentMemoryQueue } from './shared-memory.ts';

/** The used part of a server's WebSocket. */
export interface Socket {
  /** -1: it waits behind others; 0: it was dropped. */
  sendText(text: string): number;
  /** Sends what `run` sends in as few writes as possible. */
  cork(run: () => void): unknown;
  ping(): unknown;
  /** Sends what waits first; until then it stays in memory. */
  close(code: number, reason: string): void;
  /** Ends without a closing handshake, and drops what waits. */
  terminate(): void;
  /** Takes nothing from the peer until `resume`, not even its wish to close. */
  pause(): unknown;
  resume(): unknown;
  getBufferedAmount(): number;
}

/** Returns the text of a frame for a stored body; null when the reader is told all of it by another event. */
export type FrameShape = (body: string) => string | null;

/** The text of one event; `bytes` is its size when sent. */
export interface Frame {
  readonly sequence: number;
  readonly text: string;
  readonly bytes: number;
}

/** The most bytes that may wait behind a frame that is being sent. */
const BEHIND_BYTES_MAX = 4 * 1024 * 1024;
/** A replay continues when at most this many bytes wait. */
const ROOM_BYTES = 64 * 1024;
/** A frame up to this size goes to an empty socket unasked: hardly ever does any of it wait. */
export const SMALL_BYTES = 64 * 1024;
/** A reader that is to be closed has this long to take what waits before the close frame. */
const CLOSING_MS = 5_000;

export const CLOSE = {
  goingAway: 1001,
  notAllowed: 1008,
  failed: 1011,
  tryAgain: 1013,
} as const;

interface ReaderDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly memory: UnsentMemoryQueue;
  /** The holder whose memory the waiting frames take. */
  readonly holder: string;
  /** Asked before anything is sent. */
  readonly keyLastsMs: () => number;
  /** The form of the frames; null for bodies as they are stored. */
  readonly shape: FrameShape | null;
  /** Called once, when the reader is no longer open. */
  readonly ended: (reader: SocketReader) => void;
}

export class SocketReader {
  readonly #socket: Socket;
  readonly #deps: ReaderDeps;
  #isOpen = true;
  /** A ping was sent, and nothing came back or went out since. */
  #isSilent = false;
  /** Bytes of memory held: for what waits in the socket, and for what was promised to frames being fetched. */
  #held = 0;
  #reservedBytes = 0;
  #isPaused = false;
  /** Closes the socket, once nothing waits in it. */
  #whenEmpty: (() => void) | null = null;
  #cancelClosing: Cancel | null = null;
  #whenDrained: (() => void)[] = [];

  constructor(socket: Socket, deps: ReaderDeps) {
    this.#socket = socket;
    this.#deps = deps;
  }

  get shape(): FrameShape | null {
    return this.#deps.shape;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get holder(): string {
    return this.#deps.holder;
  }

  /** The ms for which the key is still valid. */
  get keyLastsMs(): number {
    return this.#deps.keyLastsMs();
  }

  /** Tells whether it is open with a valid key. Closes it when the key has expired. */
  isAllowed(): boolean {
    if (this.#isOpen && this.keyLastsMs <= 0)
      this.close(CLOSE.notAllowed, 'the key is no longer good');
    return this.#isOpen;
  }

  /** True if it is open and little waits to be sent. */
  get hasRoom(): boolean {
    return this.#isOpen && this.#socket.getBufferedAmount() <= ROOM_BYTES;
  }

  /**
   * Live frames; a reader too far behind is closed instead. Returns the first frame that there is no memory for
   * although nothing waits before it: from there on the reader is to read the log, at its own pace.
   */
  send(frames: readonly Frame[]): Frame | null {
    if (!this.isAllowed()) return null;
    let left = null as Frame | null;
    this.#socket.cork(() => {
      for (const frame of frames) {
        if (!this.#send(frame)) left = frame;
        if (left !== null || !this.#isOpen) return;
      }
    });
    this.#settle();
    return left;
  }

  #send({ text, bytes }: Frame): boolean {
    const waiting = this.#socket.getBufferedAmount();
    const isBehind = waiting > 0 && waiting + bytes > BEHIND_BYTES_MAX;
    const isFree = waiting === 0 && bytes <= SMALL_BYTES;
    if (isBehind || !(isFree || this.#hold(waiting + bytes))) {
      if (waiting === 0) return false;
      this.close(CLOSE.tryAgain, 'too far behind');
    } else if (this.#socket.sendText(text) === 0) this.close(CLOSE.tryAgain, 'too far behind');
    return true;
  }

  /** Frames of a replay, for which `room` has reserved `promised` bytes. */
  replay(frames: readonly Frame[], promised: number): void {
    if (!this.isAllowed()) return;
    this.#reservedBytes -= promised;
    this.#socket.cork(() => {
      for (const { text } of frames) this.#socket.sendText(text);
    });
    this.#settle();
  }

  /** Resolves when little waits to be sent and `bytes` are held for what comes next; with false once it is closed. */
  async room(bytes: number): Promise<boolean> {
    while (this.#isOpen && !this.hasRoom)
      await new Promise<void>((resolve) => this.#whenDrained.push(resolve));
    if (!this.#isOpen || bytes === 0) return this.#isOpen;
    const { memory, holder } = this.#deps;
    if (!(await memory.wait(holder, bytes, () => this.#isOpen))) return false;
    if (this.#isOpen) {
      this.#held += bytes;
      this.#reservedBytes += bytes;
      memory.noteAllocation(bytes);
    } else memory.release(holder, bytes);
    return this.#isOpen;
  }

  /** Must be called when the peer has answered, or taken some of the waiting data. */
  responded(): void {
    this.#isSilent = false;
    this.#settle();
    for (const resolve of this.#whenDrained.splice(0)) resolve();
  }

  /** Pings the peer, or gives it up when it has been silent since the last time. */
  ping(): void {
    if (!this.isAllowed()) return;
    if (this.#isSilent) {
      this.#socket.terminate();
      return;
    }
    this.#isSilent = true;
    this.#socket.ping();
  }

  /** Sends what waits first. If the peer does not take it, the whole socket is dropped. */
  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#end();
    const close = () => {
      if (this.#isPaused) this.#pause(false);
      this.#socket.close(code, reason);
    };
    if (code === CLOSE.goingAway || this.#socket.getBufferedAmount() === 0) close();
    else {
      this.#whenEmpty = close;
      this.#cancelClosing = this.#deps.clock.after(CLOSING_MS, () => this.#socket.terminate());
    }
  }

  /** Must be called when the socket has closed. */
  closed(): void {
    this.#end();
    this.#whenEmpty = null;
    this.#cancelClosing?.();
    if (this.#held > 0) this.#deps.memory.release(this.#deps.holder, this.#held);
    this.#held = 0;
  }

  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#reservedBytes = 0;
    this.#deps.ended(this);
    for (const resolve of this.#whenDrained.splice(0)) resolve();
  }

  /**
   * Reserves memory for `waiting` bytes and for the bytes reserved for frames being fetched. Returns false if there is
   * no room.
   */
  #hold(waiting: number): boolean {
    const more = waiting + this.#reservedBytes - this.#held;
    const { memory, holder } = this.#deps;
    if (more > 0 && !memory.take(holder, more)) return false;
    this.#held += more;
    if (more < 0) memory.release(holder, -more);
    return true;
  }

  /** Must be called when what waits may have changed. */
  #settle(): void {
    const waiting = this.#socket.getBufferedAmount();
    if (waiting + this.#reservedBytes !== this.#held && !this.#hold(waiting)) {
      this.#socket.terminate();
      return;
    }
    if (waiting > 0 !== this.#isPaused) this.#pause(waiting > 0);
    if (waiting > 0) return;
    this.#whenEmpty?.();
    this.#whenEmpty = null;
  }

  /**
   * If the peer asks to close, the close is answered after the waiting frames, and from then on the socket cannot be
   * dropped. So the socket is not read until the peer has taken the waiting frames.
   */
  #pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) this.#socket.pause();
    else this.#socket.resume();
  }
}
