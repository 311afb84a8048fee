/** Connects to one of a host's addresses although others are dead, as RFC 8305 describes. */
import type { Socket } from 'node:net';
import type { CancelSignal } from '../shared/async/cancellation.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import { codeOf } from '../shared/errors.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import { failureReason } from './failure-reason.ts';

/** Opens a connection to an address. It must reject and close what is open when `signal` aborts. */
export type Dial = (address: string, signal: AbortSignal) => Promise<Socket>;

export interface OpenConnection {
  readonly address: string;
  readonly socket: Socket;
}

/** Connections that are being opened to the addresses of one host. */
export interface Dialling {
  /** Resolves with the first connection, or with null once every try has failed. Never rejects. */
  readonly connected: Promise<OpenConnection | null>;
  /** The addresses that were dialled, with the error of each; null while an address has not answered. */
  readonly tried: ReadonlyMap<string, unknown>;
}

/** Dials a port of an address without a name. */
export const dialPort =
  (port: number): Dial =>
  (host, signal) => {
    const { connect } = require('node:net') as typeof import('node:net');
    return whenOpen(connect({ host, port }), 'connect', signal);
  };

/** How long a connection may take before the next address is dialled beside it. */
const NEXT_AFTER_MS = 300;

/** Dials the addresses in order, the next one early if one fails. All but the first connection are closed. */
export function dialAddresses(
  addresses: readonly string[],
  dial: Dial,
  clock: Pick<Clock, 'after'>,
  signal: CancelSignal,
): Dialling {
  const tried = new Map<string, unknown>();
  const connected = new Promise<OpenConnection | null>((resolve) => {
    const losers = new AbortController();
    let dialled = 0;
    let open = 0;
    let cancel: Cancel = () => {};
    const giveUp = () => end(null);
    const end = (winner: OpenConnection | null) => {
      cancel();
      signal.removeEventListener('abort', giveUp);
      losers.abort();
      resolve(winner);
    };
    const dialNext = () => {
      cancel();
      const address = addresses[dialled];
      if (address === undefined) {
        if (open === 0) end(null);
        return;
      }
      dialled++;
      open++;
      tried.set(address, null);
      if (dialled < addresses.length) cancel = clock.after(NEXT_AFTER_MS, dialNext);
      dial(address, losers.signal).then(
        (socket) => {
          if (losers.signal.aborted) socket.destroy();
          else end({ address, socket });
        },
        (error: unknown) => {
          if (losers.signal.aborted) return;
          open--;
          tried.set(address, error);
          dialNext();
        },
      );
    };
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    else dialNext();
  });
  return { connected, tried };
}

/** Resolves with `socket` when it emits `event`. Rejects when it fails or closes before, or `signal` aborts. */
export function whenOpen(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      socket.off('error', failed).off('close', closed);
      signal.removeEventListener('abort', giveUp);
      // The holder of the socket listens for its end; an earlier error must not be thrown.
      socket.on('error', () => socket.destroy());
      settled();
    };
    const failed = (error: Error) => settle(() => reject(error));
    const closed = () => settle(() => reject(new Error('it closed the connection')));
    const giveUp = () => socket.destroy();
    socket.on('error', failed).on('close', closed);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    socket.once(event, () => settle(() => resolve(socket)));
  });
}

/** Says for each dialled address why there is no connection to it. */
export function triedInWords(tried: Dialling['tried']): string {
  const byError = Map.groupBy(tried, ([, error]) => (error === null ? null : codeOf(error)));
  return byError
    .values()
    .map((those) => inWords(those.map(([address]) => address).join(', '), those[0]?.[1]))
    .toArray()
    .join('; ');
}

function inWords(addresses: string, error: unknown): string {
  if (error === null) return `no answer from ${addresses}`;
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return `nothing accepts connections at ${addresses}`;
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH') return `no route to ${addresses}`;
  return code === '' ? `no connection to ${addresses}` : `${failureReason(error)}: ${addresses}`;
}

// Knows which address of a receiver accepts connections, for receivers with several.

/** How many receivers' addresses are remembered; the one found longest ago is forgotten first. */
const RECEIVERS_MAX = 4_096;
/** How long an address is preferred before all are compared again. */
const REMEMBER_MS = 600_000;

interface GoodAddress {
  readonly address: string;
  readonly until: number;
}

interface Search extends Dialling {
  /** How many callers wait for it; it ends with the last of them. */
  callers: number;
  readonly controller: AbortController;
}

/** The address that accepts connections, or null, and which ones were dialled. */
export interface FoundAddress {
  readonly address: string | null;
  readonly tried: Dialling['tried'];
}

/**
 * The client does not tell when it has connected, and must not send a request twice. So the addresses are dialled
 * beforehand, with connections that carry nothing, and the request goes to the first one that accepted.
 */
export class GoodAddresses {
  readonly #clock: Clock;
  readonly #dialTo: (port: number) => Dial;
  readonly #good = new LimitedMap<string, GoodAddress>(RECEIVERS_MAX);
  readonly #searches = new Map<string, Search>();

  constructor(clock: Clock, dialTo = dialPort) {
    this.#clock = clock;
    this.#dialTo = dialTo;
  }

  /** Returns the remembered address of `origin`, or null if the name no longer has that address. */
  known(origin: string, addresses: readonly string[]): string | null {
    const good = this.#good.get(origin);
    if (good === undefined || good.until <= this.#clock.steady()) return null;
    return addresses.includes(good.address) ? good.address : null;
  }

  /** Must be called when a request to the address was not answered. */
  forget(origin: string): void {
    this.#good.delete(origin);
  }

  /** Finds an address that accepts connections. Callers at the same time share the search; it ends with the last. */
  async find(
    { origin, port }: { readonly origin: string; readonly port: number },
    addresses: readonly string[],
    signal: CancelSignal,
  ): Promise<FoundAddress> {
    const key = `${origin} ${addresses.join()}`;
    const search = this.#searches.getOrInsertComputed(key, () =>
      this.#begin(key, origin, port, addresses),
    );
    search.callers++;
    const address = await untilAborted(search.connected, signal);
    search.callers--;
    if (search.callers === 0) search.controller.abort();
    return { address: address?.address ?? null, tried: search.tried };
  }

  #begin(key: string, origin: string, port: number, addresses: readonly string[]): Search {
    const controller = new AbortController();
    const dialling = dialAddresses(addresses, this.#dialTo(port), this.#clock, controller.signal);
    const connected = dialling.connected.then((winner) => {
      this.#searches.delete(key);
      winner?.socket.destroy();
      if (winner !== null) {
        const until = this.#clock.steady() + REMEMBER_MS;
        this.#good.set(origin, { address: winner.address, until });
      }
      return winner;
    });
    return { ...dialling, connected, callers: 0, controller };
  }
}

/** Returns what `work` resolves with, or null when `signal` aborts first. The signal's listener is removed. */
function untilAborted<T>(work: Promise<T>, signal: CancelSignal): Promise<T | null> {
  return new Promise((resolve) => {
    const end = (result: T | null) => {
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = () => end(null);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    void work.then(end);
  });
}
