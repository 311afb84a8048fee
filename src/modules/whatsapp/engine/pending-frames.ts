/** Holds back what is sent on a connection until the keys it was made with, and what it acknowledges, are on disk. */
import { messageOf } from '../../../core/shared/errors.ts';
import type { Device } from '../device.ts';
import type { WASocket } from './surface.ts';

type Send = (frame: Uint8Array, sent?: (error?: Error) => void) => void;

/** The socket that Baileys sends through; its types do not show it. */
interface Transport {
  send: Send;
  /** Ends the TCP connection without a closing frame. */
  terminate(): void;
}

interface PendingFrame {
  /** Null marks a place in the order: everything before it has left. */
  readonly frame: Uint8Array | null;
  readonly onDisk: Promise<void>;
  readonly left: PromiseWithResolvers<void>;
}

/** The connection ends when more frames than this wait. */
const PENDING_MAX = 5_000;

export interface PendingFrames {
  /** Resolves when all that was sent so far has left; rejects when the connection ended before. */
  left(): Promise<void>;
  /** Returns how many frames have left so far. */
  leftCount(): number;
  /** Ends the connection in order; nothing that Baileys says from now on is sent. */
  end(reason: string): void;
  /** Cuts the connection: nothing more is written to it, not even a closing frame. */
  drop(reason: string): void;
}

/**
 * Baileys sends with keys that are not on disk yet, and acknowledges messages that are not. Here each frame waits
 * until what was set before it is on disk, and for the frames before it, since WhatsApp deciphers them by their number.
 */
export function queueFrames(socket: WASocket, keys: Pick<Device, 'unwritten'>): PendingFrames {
  const transport = transportOf(socket);
  const original: Send = transport.send.bind(transport);
  let leftCount = 0;
  const send: Send = (frame, sent) => {
    leftCount++;
    original(frame, sent);
  };
  const queue = new FrameQueue(socket, send);
  transport.send = (frame, sent) => {
    const onDisk = keys.unwritten();
    if (queue.lost !== null) return sent?.(queue.lost);
    if (onDisk === null && queue.length === 0) return send(frame, sent);
    if (queue.length >= PENDING_MAX) return sent?.(queue.lose('too much waits for the disk'));
    void queue.add(frame, onDisk ?? Promise.resolve());
    sent?.();
  };
  return {
    left: async () => {
      const onDisk = keys.unwritten();
      if (onDisk !== null || queue.length > 0) await queue.add(null, onDisk ?? Promise.resolve());
    },
    leftCount: () => leftCount,
    end: (reason) => void queue.lose(reason),
    drop(reason) {
      transport.terminate();
      queue.lose(reason);
    },
  };
}

/** Lets frames leave in order, each once what it waits for is on disk. */
class FrameQueue {
  readonly #socket: WASocket;
  readonly #send: Send;
  readonly #pending: PendingFrame[] = [];
  #lost: Error | null = null;

  constructor(socket: WASocket, send: Send) {
    this.#socket = socket;
    this.#send = send;
  }

  get length(): number {
    return this.#pending.length;
  }

  /** Why the connection was ended here, or null when it was not. */
  get lost(): Error | null {
    return this.#lost;
  }

  /** Ends the connection, since WhatsApp could not read the frames after a lost one. */
  lose(reason: string): Error {
    this.#lost ??= new Error(`what was to be sent is lost: ${reason}`);
    void this.#socket.end(this.#lost);
    return this.#lost;
  }

  /** Resolves when the frame has left, or all frames before it when it is null. */
  add(frame: Uint8Array | null, onDisk: Promise<void>): Promise<void> {
    const left = Promise.withResolvers<void>();
    // Nobody waits for a frame itself.
    left.promise.catch(() => {});
    this.#pending.push({ frame, onDisk, left });
    if (this.#pending.length === 1) void this.#run();
    return left.promise;
  }

  async #run(): Promise<void> {
    for (let [first] = this.#pending; first; [first] = this.#pending) {
      await this.#release(first);
      this.#pending.shift();
    }
  }

  async #release({ frame, onDisk, left }: PendingFrame): Promise<void> {
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
  if (typeof socket?.send !== 'function') throw new Error('Baileys keeps its socket elsewhere');
  return socket;
}
