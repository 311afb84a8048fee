/** Knows which address of a receiver accepts connections, for receivers with several. */
import type { CancelSignal } from '../shared/async/cancellation.ts';
import type { Clock } from '../shared/clock.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import { type Dial, type Dialling, dialAddresses, dialPort } from './dialling.ts';

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
