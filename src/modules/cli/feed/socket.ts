/** Reads one WebSocket of the live feed, frame by frame. */
import type { Clock } from '../../../core/shared/clock.ts';
import { Queue } from './queue.ts';

export interface FeedEnd {
  readonly reason: string;
  /** Opening it again would end in the same way. */
  readonly isFinal: boolean;
}

export interface FeedSocket {
  /** Resolves with the next frame, or with how the socket ended. */
  next(): Promise<string | FeedEnd>;
  close(): void;
}

interface SocketOptions {
  readonly url: URL;
  readonly key: string;
  readonly clock: Clock;
}

const PING_MS = 20_000;
/** The service closes with this code when the instance is gone or the key has ended. */
const NOT_ALLOWED = 1008;
/**
 * How many frames may wait for a slow application; beyond it the socket is closed, and opened again at the same place.
 */
const WAITING_FRAMES_MAX = 1_000;
const WAITING_CHARACTERS_MAX = 32 * 1024 * 1024;

/** Bun's client takes headers; the types of the DOM allow only protocols as the second argument. */
const openSocket = ({ url, key }: SocketOptions): WebSocket =>
  new WebSocket(url, { headers: { apikey: key } } as unknown as string[]);

export function connectFeed(options: SocketOptions): FeedSocket {
  const socket = openSocket(options);
  const queue = new Queue<string, FeedEnd>();
  let waiting = 0;
  let isAlive = true;
  const end = (reason: string, isFinal = false) => {
    cancelPing();
    queue.end({ reason, isFinal });
    socket.close();
  };
  // A connection that was cut reports nothing, so a peer that does not answer a ping is considered gone.
  const ping = () => {
    if (!isAlive) return end('the connection was lost');
    isAlive = false;
    if (socket.readyState === WebSocket.OPEN) (socket as WebSocket & { ping(): void }).ping();
    cancelPing = options.clock.after(PING_MS, ping);
  };
  let cancelPing = options.clock.after(PING_MS, ping);
  const alive = () => {
    isAlive = true;
  };
  socket.addEventListener('pong' as 'message', alive);
  socket.addEventListener('message', ({ data }) => {
    alive();
    const frame = String(data);
    waiting += frame.length;
    if (queue.size < WAITING_FRAMES_MAX && waiting <= WAITING_CHARACTERS_MAX) queue.push(frame);
    else
      end(
        'the application is slower than the events; the events that it has not taken are requested again',
      );
  });
  socket.addEventListener('error', () => end('the connection was lost'));
  socket.addEventListener('close', ({ code, reason }) =>
    end(reason === '' ? `the connection ended (${code})` : reason, code === NOT_ALLOWED),
  );
  return {
    async next() {
      const frame = await queue.next();
      if (typeof frame === 'string') waiting -= frame.length;
      return frame;
    },
    close: () => end('closed'),
  };
}
