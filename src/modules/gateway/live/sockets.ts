/**
 * The server's WebSockets. The native handlers are used as they are: the framework's own refuse legal spellings of an
 * upgrade.
 */
import type { ServerWebSocket, WebSocketHandler } from 'bun';
import type { Feed, ReadRequest } from './feed.ts';
import type { MessageRate } from './message-rate.ts';
import type { SocketReader } from './reader.ts';

/** The data that an upgraded request passes to its socket. */
export interface Opening {
  readonly request: ReadRequest;
  readonly rate: MessageRate;
  /** Set when it opens. */
  reader: SocketReader | null;
  /** Must be called when it has closed. */
  readonly closed: () => void;
}

/** Handles a WebSocket that the feed does not read itself. */
export interface SocketOwner {
  /** Counts what the peer says; beyond it the socket is terminated. */
  readonly rate: MessageRate;
  opened(socket: ServerWebSocket<SocketData>): void;
  heard(socket: ServerWebSocket<SocketData>, message: string | Uint8Array): void;
  /** The peer took some of the waiting data. */
  drained(): void;
  closed(socket: ServerWebSocket<SocketData>): void;
}

type SocketData = Opening | SocketOwner;

/** Readers need not send anything. */
const MESSAGE_BYTES_MAX = 1024;
/** Readers far behind are closed long before; above the largest body there is. */
const UNSENT_BYTES_MAX = 64 * 1024 * 1024;
/** A socket whose peer neither sends nor receives anything is dropped after this time. */
const IDLE_SECONDS = 120;

/** The option of `listen`. */
export function liveSockets(feed: Feed): WebSocketHandler<SocketData> {
  const responded = ({ data }: ServerWebSocket<SocketData>) => {
    if ('opened' in data) data.drained();
    else data.reader?.responded();
  };
  /** Pings are answered with pongs, which wait like everything else for a peer that does not read. */
  const said = (socket: ServerWebSocket<SocketData>) => {
    if (socket.data.rate.count()) responded(socket);
    else socket.terminate();
  };
  return {
    open(socket) {
      const { data } = socket;
      if ('opened' in data) data.opened(socket);
      else data.reader = feed.join(socket, data.request);
    },
    message(socket, message) {
      const { data } = socket;
      if (!data.rate.count()) socket.terminate();
      else if ('opened' in data) data.heard(socket, message);
      else data.reader?.responded();
    },
    ping: said,
    pong: said,
    drain: responded,
    close(socket) {
      const { data } = socket;
      if ('opened' in data) return data.closed(socket);
      if (data.reader) feed.leave(data.reader);
      data.closed();
    },
    maxPayloadLength: MESSAGE_BYTES_MAX,
    backpressureLimit: UNSENT_BYTES_MAX,
    idleTimeout: IDLE_SECONDS,
    // The feed pings, so that it knows who answers.
    sendPings: false,
  };
}
