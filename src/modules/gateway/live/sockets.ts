/**
 * The server's WebSockets. The native handlers are used as they are: the framework's own refuse legal spellings of an
 * upgrade.
 */
import type { ServerWebSocket, WebSocketHandler } from 'bun';
import type { Clock } from '../../../core/shared/clock.ts';
import { type AppError, failure } from '../../../core/shared/errors.ts';
import type { LimitReport } from '../../../core/shared/limit-report.ts';
import { Quota, type QuotaShare } from '../../../core/shared/quota.ts';
import type { Feed, ReadRequest } from './feed.ts';
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

export interface SocketLimits {
  /** WEBSOCKETS_PER_KEY. */
  readonly perKey: number;
  /** The most sockets in all: each takes a file descriptor. */
  readonly total: number;
}

/** The place of one socket. A second `release` does nothing. */
export type SocketPlace = Pick<QuotaShare, 'release'>;

export interface SocketQuota {
  /**
   * Counts one socket of a key until its place is released. Throws `rate_limited` when the key, or the service, has as
   * many open as it may.
   */
  take(key: string): SocketPlace;
  /**
   * Takes a place for a socket without a key, counted for its client address. All such sockets share an eighth of the
   * places, so that keys never lack them.
   */
  takeWithoutKey(address: string): SocketPlace;
}

const RETRY_SECONDS = '30';

export function createSocketQuota(
  { perKey, total }: SocketLimits,
  report: LimitReport,
): SocketQuota {
  const open = new Quota(total, perKey);
  const withoutKey = new Quota(Math.max(perKey, total / 8), perKey);
  const take = (holder: string): SocketPlace => {
    const place = open.take(holder, 1);
    if (place !== null) return place;
    if (!open.hasRoomFor(holder, 1)) {
      report.reached('websockets_per_key', { holder });
      throw refusal(open.heldBy(holder), ' of this key');
    }
    report.reached('websockets', { holder });
    throw refusal(open.held, '');
  };
  return {
    take,
    takeWithoutKey(address) {
      const place = take(address);
      const among = withoutKey.take(address, 1);
      if (among === null) {
        place.release();
        report.reached('websockets', { holder: address });
        throw refusal(withoutKey.held, ' without a key');
      }
      return {
        release() {
          place.release();
          among.release();
        },
      };
    },
  };
}

const refusal = (count: number, which: string): AppError =>
  failure('sockets_full', { count, which }, { headers: { 'retry-after': RETRY_SECONDS } });

// Counts what a peer of the live feed says. Readers have little to say, so one that says much is sent away before it
// keeps the service busy.

/** A client may join 100 namespaces of Socket.IO at once, and keep its connection alive beside that. */
const AT_ONCE = 200;
const PER_SECOND = 5;

export class MessageRate {
  readonly #clock: Pick<Clock, 'steady'>;
  #left = AT_ONCE;
  #countedAt: number;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
    this.#countedAt = clock.steady();
  }

  /** Counts one message, ping or pong. Returns false if there were too many. */
  count(): boolean {
    const now = this.#clock.steady();
    this.#left = Math.min(AT_ONCE, this.#left + ((now - this.#countedAt) / 1000) * PER_SECOND);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
