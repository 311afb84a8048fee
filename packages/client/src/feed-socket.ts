/** One WebSocket of the live feed, from its ticket to its end. */

/**
 * The part of a WebSocket that the feed needs. The global WebSocket has it, and the package `ws` for Node before 22.
 */
export interface WebSocketLike {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  close(code?: number): void;
}

export type WebSocketMaker = new (url: string, protocols: string[]) => WebSocketLike;

export interface SocketEnd {
  /** The close code of the WebSocket; null if this side dropped the connection. */
  readonly code: number | null;
  readonly reason: string;
  /** It was never open: the service may have refused it. */
  readonly wasOpen: boolean;
}

interface SocketOptions {
  readonly WebSocket: WebSocketMaker;
  readonly url: string;
  /** Opening, and then each frame, may take so long. */
  readonly openMs: number;
  readonly silenceMs: number;
  readonly onOpen: () => void;
  readonly onFrame: (text: string) => void;
}

export interface FeedSocket {
  /** Resolves at once when this side gives it up, whatever the other does. */
  readonly ended: Promise<SocketEnd>;
  giveUp(reason: string): void;
}

/** The reason for dropping a silent connection. Whether it was cut cannot be seen from here. */
export const SILENT = 'nothing came for a while';

export function openSocket(options: SocketOptions): FeedSocket {
  const socket = new options.WebSocket(options.url, ['gatehouse']);
  let wasOpen = false;
  let end: (end: SocketEnd) => void = () => {};
  const ended = new Promise<SocketEnd>((resolve) => {
    end = resolve;
  });
  const finish = (code: number | null, reason: string) => {
    clearTimeout(timer);
    // Later frames are not wanted; an error without a listener would end a Node process.
    socket.onmessage = null;
    socket.onerror = () => {};
    end({ code, reason, wasOpen });
  };
  const giveUp = (reason: string) => {
    finish(null, reason);
    socket.close();
  };
  let timer = setTimeout(() => giveUp('it did not open in time'), options.openMs);
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp(SILENT), options.silenceMs);
  };
  socket.onopen = () => {
    wasOpen = true;
    listen();
    options.onOpen();
  };
  socket.onmessage = ({ data }: { readonly data: unknown }) => {
    listen();
    options.onFrame(String(data));
  };
  socket.onerror = () => finish(null, 'the connection was lost');
  socket.onclose = ({ code, reason }: { readonly code: number; readonly reason: string }) =>
    finish(code, reason || `the connection ended (${code})`);
  return { ended, giveUp };
}
