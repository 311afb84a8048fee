/** A WebSocket client that takes notes. */
import { until } from './until.ts';

export interface LiveFrame {
  readonly event: string;
  readonly instanceName: string;
  readonly sequence: number;
  readonly gap?: { readonly from: number; readonly to: number };
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever an event holds.
  readonly data: any;
}

export interface LiveClient {
  readonly frames: LiveFrame[];
  /** The sequences of `frames`, without gaps. */
  sequences(): number[];
  /** Rejects when the upgrade was refused. */
  readonly opened: Promise<void>;
  readonly ended: Promise<{ readonly code: number; readonly reason: string }>;
  /** The subprotocol the server chose. */
  protocol(): string;
  has(count: number): Promise<void>;
  send(text: string): void;
  close(): void;
}

/** Bun's client, which takes headers and protocols together. */
type Options = { readonly headers?: Record<string, string>; readonly protocols?: string[] };

export function liveClient(url: string, options: Options = {}): LiveClient {
  // The cast: the types of the DOM know no second argument but protocols.
  const socket = new WebSocket(url, options as unknown as string[]);
  const frames: LiveFrame[] = [];
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<{ code: number; reason: string }>();
  opened.promise.catch(() => {});
  socket.onopen = () => opened.resolve();
  socket.onmessage = ({ data }) => frames.push(JSON.parse(String(data)));
  socket.onclose = ({ code, reason }) => {
    opened.reject(new Error(`not opened: ${code} ${reason}`));
    ended.resolve({ code, reason });
  };
  return {
    frames,
    opened: opened.promise,
    ended: ended.promise,
    sequences: () => frames.flatMap(({ sequence }) => sequence ?? []),
    protocol: () => socket.protocol,
    has: (count) => until(`${count} frames, not ${frames.length}`, () => frames.length >= count),
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
}

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
