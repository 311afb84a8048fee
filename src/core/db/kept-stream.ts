/** A stream of a libSQL server that stays open between calls. */
import {
  type Client,
  HttpServerError,
  openHttp,
  openWs,
  parseLibsqlUrl,
  ResponseError,
  type Stream,
} from '@libsql/hrana-client';
import type { Cancel, Clock } from '../shared/clock.ts';

/** sqld drops a stream after 10 s without a call, also one of which it is not told that it is left. */
const IDLE_MS = 5_000;

export interface KeptStreamOptions {
  /** A URL with `libsql:`, `http(s):` or `ws(s):`. */
  readonly url: string;
  readonly authToken?: string | null | undefined;
  readonly clock: Clock;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The server's answer to a call. `isReusable` means that it reported no open transaction on the stream. */
export type CallEnd<T> =
  | { readonly result: T; readonly isReusable: true }
  | { readonly error: unknown; readonly isReusable: boolean };

export interface KeptStream {
  /**
   * Makes one call at a time and returns its result. Rejects with an error of the Hrana client or of the network.
   */
  call<T>(ask: (stream: Stream) => Promise<CallEnd<T>>): Promise<T>;
  /** Ends a running call; the server rolls back what it has not committed. */
  drop(): void;
}

interface OpenStream {
  readonly client: Client;
  readonly stream: Stream;
}

/**
 * Returns a stream that is opened by the first call. It is kept after a commit that the server refused, because sqld
 * keeps a place in its queue of writers for a stream that it answered with SQLITE_BUSY. It is closed when a transaction
 * may still be open. Throws for a URL that is not a server's.
 */
export function keepStream(options: KeptStreamOptions): KeptStream {
  const { clock } = options;
  const { connect, isHttp } = connector(options);
  let kept: OpenStream | null = null;
  let cancelIdle: Cancel = () => {};

  function drop(): void {
    cancelIdle();
    kept?.client.close();
    kept = null;
  }

  /** Leaves an idle stream. It has no transaction, so by HTTP no request is spent on closing it. */
  function leave(): void {
    if (isHttp) kept = null;
    else drop();
  }

  /** Returns the stream, and whether the server may have dropped it. */
  function current() {
    cancelIdle();
    if (kept?.client.closed || kept?.stream.closed) drop();
    const isReused = kept !== null;
    if (kept === null) {
      const client = connect();
      kept = { client, stream: client.openStream() };
    }
    return { used: kept, isReused };
  }

  async function call<T>(ask: (stream: Stream) => Promise<CallEnd<T>>): Promise<T> {
    const { used, isReused } = current();
    const end = await ask(used.stream).catch((error: unknown) => {
      if (kept !== used) throw error;
      drop();
      if (isReused && isForgotten(error)) return null;
      throw error;
    });
    if (end === null) return await call(ask);
    if (kept === used && end.isReusable) cancelIdle = clock.after(IDLE_MS, leave);
    else if (kept === used) drop();
    if ('result' in end) return end.result;
    throw end.error;
  }

  return { call, drop };
}

/** Returns a function that creates clients for the server of the URL, and whether they speak HTTP. */
function connector({ url, authToken, fetch }: KeptStreamOptions) {
  const { hranaHttpUrl, hranaWsUrl, authToken: ofUrl } = parseLibsqlUrl(url);
  const token = ofUrl ?? authToken ?? undefined;
  const connect = (): Client => {
    const client =
      hranaHttpUrl === undefined
        ? openWs(hranaWsUrl ?? url, token)
        : openHttp(hranaHttpUrl, token, fetch);
    client.intMode = 'number';
    return client;
  };
  return { connect, isHttp: hranaHttpUrl !== undefined };
}

/**
 * Returns whether the server does not know the stream, so that nothing of the call was done: it was restarted, or the
 * stream was idle. sqld answers 400, in words or with a code, and Turso 404.
 */
const isForgotten = (error: unknown): boolean =>
  error instanceof HttpServerError
    ? error.status === 400 || error.status === 404
    : error instanceof ResponseError && error.code === 'STREAM_EXPIRED';
