/**
 * One open socket. Owns: how far it may fall behind, and whether its peer is still there.
 * Must never: keep a frame; what waits, waits in the socket, and there is a limit to that.
 */

/** What is asked of a server's WebSocket. */
export interface Socket {
  /** -1: it waits behind others; 0: it was dropped. */
  sendText(text: string): number;
  /** Sends what `run` sends in as few writes as possible. */
  cork(run: () => void): unknown;
  ping(): unknown;
  close(code: number, reason: string): void;
  /** Without a closing handshake. */
  terminate(): void;
  getBufferedAmount(): number;
}

/** One event as text. `bytes` is its size on the wire. */
export interface Frame {
  readonly sequence: number;
  readonly text: string;
  readonly bytes: number;
}

/** A reader with one frame on its way may have this much waiting behind it, and no more. */
export const BEHIND_BYTES_MAX = 4 * 1024 * 1024;
/** A replay goes on when no more than this waits. */
const ROOM_BYTES = 64 * 1024;

export const CLOSE = {
  goingAway: 1001,
  notAllowed: 1008,
  failed: 1011,
  tryAgain: 1013,
} as const;

export class Reader {
  readonly #socket: Socket;
  readonly #mayRead: () => boolean;
  /** Live frames up to this one are known to it. */
  #from = 0;
  #isOpen = true;
  /** A ping was sent, and nothing came back or went out since. */
  #isSilent = false;
  #whenRoom: (() => void) | null = null;

  /** `mayRead` is asked before anything is sent. */
  constructor(socket: Socket, mayRead: () => boolean) {
    this.#socket = socket;
    this.#mayRead = mayRead;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether it is open and its key still good; it is closed when the key is not. */
  isAllowed(): boolean {
    if (this.#isOpen && !this.#mayRead()) this.close(CLOSE.notAllowed, 'the key is no longer good');
    return this.#isOpen;
  }

  /** From now on frames after this sequence are news. */
  startAfter(sequence: number): void {
    this.#from = sequence;
  }

  /** Live frames; a reader too far behind is closed instead. */
  give(frames: readonly Frame[]): void {
    if (!this.isAllowed()) return;
    this.#socket.cork(() => {
      for (const frame of frames) {
        if (frame.sequence > this.#from) this.#give(frame);
        if (!this.#isOpen) return;
      }
    });
  }

  #give({ text, bytes }: Frame): void {
    const waiting = this.#socket.getBufferedAmount();
    const isBehind = waiting > 0 && waiting + bytes > BEHIND_BYTES_MAX;
    if (isBehind || this.#socket.sendText(text) === 0) this.close(CLOSE.tryAgain, 'too far behind');
  }

  /** Frames of a replay: they are fetched as they are taken, so there is nothing to fall behind of. */
  replay(frames: readonly Frame[]): void {
    if (!this.isAllowed()) return;
    this.#socket.cork(() => {
      for (const { text } of frames) this.#socket.sendText(text);
    });
  }

  /** Resolves when little waits to be sent, with false once the socket is closed. */
  async room(): Promise<boolean> {
    while (this.#isOpen && this.#socket.getBufferedAmount() > ROOM_BYTES)
      await new Promise<void>((resolve) => {
        this.#whenRoom = resolve;
      });
    return this.#isOpen;
  }

  /** To be called when the peer answered, or took some of what waited. */
  heard(): void {
    this.#isSilent = false;
    this.#whenRoom?.();
    this.#whenRoom = null;
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

  close(code: number, reason: string): void {
    if (this.#isOpen) this.#socket.close(code, reason);
    this.closed();
  }

  /** To be called when the socket has closed. */
  closed(): void {
    this.#isOpen = false;
    this.heard();
  }
}
