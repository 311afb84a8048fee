/** Holds back what leaves on a connection until the keys it was made with, and what it acknowledges, are on disk. */
import type { WASocket } from '@whiskeysockets/baileys';
import { messageOf } from '../../shared/errors.ts';
import type { Credentials } from './credentials.ts';

type Send = (frame: Uint8Array, sent?: (error?: Error) => void) => void;

/** What the library calls through its own client of the socket, which it does not show. */
interface Transport {
  send: Send;
  /** Ends the TCP connection without a closing frame. */
  terminate(): void;
}

interface Held {
  /** Null: everything before it has left. */
  readonly frame: Uint8Array | null;
  readonly onDisk: Promise<void>;
  readonly left: PromiseWithResolvers<void>;
}

/** Beyond these the connection ends. */
const HELD_MAX = 5_000;

export interface HeldFrames {
  /** Resolves when all that was sent so far has left; rejects when the connection ended before. */
  left(): Promise<void>;
  /** Ends the connection in order; nothing that the library says from now on is sent. */
  end(reason: string): void;
  /** Cuts the connection: nothing is written to it any more, not even that it ends. */
  drop(reason: string): void;
}

/**
 * The library sends by keys that are not on disk yet, and acknowledges messages that are not. Each frame waits here
 * for what was set before it, and for the frames before it: WhatsApp deciphers them by their number.
 */
export function holdFrames(
  socket: WASocket,
  keyWrites: Pick<Credentials['keyWrites'], 'unwritten'>,
): HeldFrames {
  const transport = transportOf(socket);
  const send: Send = transport.send.bind(transport);
  const queue = new FrameQueue(socket, send);
  transport.send = (frame, sent) => {
    const onDisk = keyWrites.unwritten();
    if (queue.lost !== null) return sent?.(queue.lost);
    if (onDisk === null && queue.length === 0) return send(frame, sent);
    if (queue.length >= HELD_MAX) return sent?.(queue.lose('too much waits for the disk'));
    void queue.add(frame, onDisk ?? Promise.resolve());
    sent?.();
  };
  return {
    left: async () => {
      const onDisk = keyWrites.unwritten();
      if (onDisk !== null || queue.length > 0) await queue.add(null, onDisk ?? Promise.resolve());
    },
    end: (reason) => void queue.lose(reason),
    drop(reason) {
      transport.terminate();
      queue.lose(reason);
    },
  };
}

/** Frames in the order in which they leave, each when what it waits for is on disk. */
class FrameQueue {
  readonly #socket: WASocket;
  readonly #send: Send;
  readonly #held: Held[] = [];
  #lost: Error | null = null;

  constructor(socket: WASocket, send: Send) {
    this.#socket = socket;
    this.#send = send;
  }

  get length(): number {
    return this.#held.length;
  }

  /** Why the connection was ended here; null: it was not. */
  get lost(): Error | null {
    return this.#lost;
  }

  /** Ends the connection: the frames after a lost one could not be read. */
  lose(reason: string): Error {
    this.#lost ??= new Error(`what was to be sent is lost: ${reason}`);
    void this.#socket.end(this.#lost);
    return this.#lost;
  }

  /** Resolves when the frame, or all before it where it is null, has left. */
  add(frame: Uint8Array | null, onDisk: Promise<void>): Promise<void> {
    const left = Promise.withResolvers<void>();
    // Of a frame: nobody asks.
    left.promise.catch(() => {});
    this.#held.push({ frame, onDisk, left });
    if (this.#held.length === 1) void this.#run();
    return left.promise;
  }

  async #run(): Promise<void> {
    for (let [first] = this.#held; first; [first] = this.#held) {
      await this.#release(first);
      this.#held.shift();
    }
  }

  async #release({ frame, onDisk, left }: Held): Promise<void> {
    try {
      await onDisk;
      if (this.#lost !== null) throw this.#lost;
      if (!this.#socket.ws.isOpen) throw new Error('the connection has ended');
      if (frame !== null) this.#send(frame);
      left.resolve();
    } catch (error) {
      left.reject(error === this.#lost || frame === null ? error : this.lose(messageOf(error)));
    }
  }
}

function transportOf({ ws }: WASocket): Transport {
  const { socket } = ws as unknown as { readonly socket?: Transport | null };
  if (typeof socket?.send !== 'function') throw new Error('the library keeps its socket elsewhere');
  return socket;
}
