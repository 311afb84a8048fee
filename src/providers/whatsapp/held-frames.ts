/** Holds back what leaves on a connection until the keys it was made with, and what it acknowledges, are on disk. */
import type { WASocket } from '@whiskeysockets/baileys';
import { messageOf } from '../../shared/errors.ts';
import type { Credentials } from './credentials.ts';

type Send = (frame: Uint8Array, sent?: (error?: Error) => void) => void;

/** What the library calls through its own client of the socket, which it does not show. */
interface Transport {
  send: Send;
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
  const held: Held[] = [];
  let lost: Error | null = null;

  /** The frames after a lost one could not be read. */
  const lose = (reason: string): Error => {
    lost ??= new Error(`what was to be sent is lost: ${reason}`);
    void socket.end(lost);
    return lost;
  };
  const release = async ({ frame, onDisk, left }: Held): Promise<void> => {
    try {
      await onDisk;
      if (lost !== null) throw lost;
      if (!socket.ws.isOpen) throw new Error('the connection has ended');
      if (frame !== null) send(frame);
      left.resolve();
    } catch (error) {
      left.reject(error === lost || frame === null ? error : lose(messageOf(error)));
    }
  };
  const run = async () => {
    for (let [first] = held; first; [first] = held) {
      await release(first);
      held.shift();
    }
  };
  const hold = (frame: Uint8Array | null, onDisk: Promise<void>): Promise<void> => {
    const left = Promise.withResolvers<void>();
    // Of a frame: nobody asks.
    left.promise.catch(() => {});
    held.push({ frame, onDisk, left });
    if (held.length === 1) void run();
    return left.promise;
  };

  transport.send = (frame, sent) => {
    const onDisk = keyWrites.unwritten();
    if (lost !== null) return sent?.(lost);
    if (onDisk === null && held.length === 0) return send(frame, sent);
    if (held.length >= HELD_MAX) return sent?.(lose('too much waits for the disk'));
    void hold(frame, onDisk ?? Promise.resolve());
    sent?.();
  };
  return {
    left: async () => {
      const onDisk = keyWrites.unwritten();
      if (onDisk !== null || held.length > 0) await hold(null, onDisk ?? Promise.resolve());
    },
  };
}

function transportOf({ ws }: WASocket): Transport {
  const { socket } = ws as unknown as { readonly socket?: Transport | null };
  if (typeof socket?.send !== 'function') throw new Error('the library keeps its socket elsewhere');
  return socket;
}
