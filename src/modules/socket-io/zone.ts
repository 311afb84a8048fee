/**
 * Decides who may open connections of Socket.IO: callers with a key, and callers that send a key when they join a
 * namespace.
 */
import type { createAuthFailureLimit } from '../../core/http/auth-failures.ts';
import { attachClientReader, clientOf } from '../../core/http/client-address.ts';
import { admit, principalOf } from '../../core/http/principal.ts';
import type { Zone } from '../../core/http/zone.ts';
import { AppError, failure } from '../../core/shared/errors.ts';
import {
  type GatewayPrincipal,
  holderOf,
  type SocketPlace,
  type SocketQuota,
} from '../gateway/api.ts';

export const SOCKET_IO_PATH = '/socket.io';

export interface SocketIoCaller {
  /** The holder whose share the connections take: the key, or the client address until a key is sent. */
  readonly holder: string;
  /** A request that the gateway has admitted by the key; null if the connection came without a key. */
  readonly admitted: Request | null;
  /** Admits it by a key that it shows later. Throws as the gateway does, and counts failures as such. */
  readonly admitBy: (key: string) => Promise<Request>;
}

// The zone's own principal, see below.
const callerOf = (principal: unknown) => principal as SocketIoCaller;

/** The holder of the key by which the gateway has admitted a request. */
const holderIn = (admitted: Request): string =>
  holderOf(principalOf<GatewayPrincipal>({ request: admitted }));

/** The gateway knows no key that a header cannot carry, and refuses the form that such a text has here like any other. */
const inHeader = (key: string): string =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(key) ? key : Buffer.from(key).toString('base64url');

type Failures = Pick<ReturnType<typeof createAuthFailureLimit>, 'watch'>;

/** `failures` counts wrong keys that are sent after the connection is open; null counts nothing. */
export const socketIoZone = (gateway: Zone, failures: Failures | null): Zone => ({
  prefixes: [SOCKET_IO_PATH],
  ...(gateway.failureShape && { failureShape: gateway.failureShape }),
  async authenticate(request): Promise<SocketIoCaller> {
    const client = clientOf({ request });
    const admittedBy = async (key: string): Promise<Request> => {
      const asked = new Request(request.url, { headers: { apikey: inHeader(key) } });
      attachClientReader(asked, () => client);
      const principal = await gateway.authenticate(asked);
      if (gateway.isConfined?.(principal)) throw failure('not_for_customers');
      admit(asked, gateway, principal);
      return asked;
    };
    const admitBy = (key: string) =>
      failures ? failures.watch(request, () => admittedBy(key)) : admittedBy(key);
    const key = request.headers.get('apikey') || new URL(request.url).searchParams.get('apikey');
    const admitted = key ? await admittedBy(key) : null;
    const holder = admitted ? holderIn(admitted) : `Socket.IO from ${client.subscriber}`;
    return { holder, admitted, admitBy };
  },
  credentialOf: (principal) => callerOf(principal).holder,
});

const NO_KEY = 'no apikey: send it in the query, in the header apikey, or in auth as {"apikey": …}';

export class ConnectionAdmission {
  readonly #quota: SocketQuota;
  readonly #caller: SocketIoCaller;
  #place: SocketPlace;
  #admitted: Request | null;
  #isEnded = false;

  /** Throws `rate_limited` when the caller, or the service, has as many connections as it may. */
  constructor(quota: SocketQuota, caller: SocketIoCaller) {
    this.#quota = quota;
    this.#caller = caller;
    this.#admitted = caller.admitted;
    this.#place = caller.admitted ? quota.take(caller.holder) : quota.takeWithoutKey(caller.holder);
  }

  get hasKey(): boolean {
    return this.#admitted !== null;
  }

  /**
   * Returns the request by which the connection is admitted: `key` is only looked at until there is one. Throws an
   * AppError that says why the key is refused.
   */
  async admit(key: string | null): Promise<Request> {
    if (this.#admitted !== null) return this.#admitted;
    if (key === null) throw new AppError('unauthenticated', NO_KEY);
    const admitted = await this.#caller.admitBy(key);
    // Nobody would release what a connection takes that has ended while its key was checked.
    if (this.#isEnded) throw new AppError('gone', 'the connection has ended');
    // The connection counts for the key from now on, and for its address until the key has a place for it.
    const place = this.#quota.take(holderIn(admitted));
    this.#place.release();
    this.#place = place;
    this.#admitted = admitted;
    return admitted;
  }

  /** Must be called when the connection has ended. A second call does nothing. */
  end(): void {
    this.#isEnded = true;
    this.#place.release();
  }
}
