/**
 * Decides who may open connections of Socket.IO: callers with a key, and callers that send a key when they join a
 * namespace.
 */

import type { createAuthFailureLimit } from '../../core/http/auth-failures.ts';
import { attachClientReader, clientOf } from '../../core/http/client-address.ts';
import { admit, principalOf } from '../../core/http/principal.ts';
import type { Zone } from '../../core/http/zone.ts';
import { forbidden } from '../../core/shared/errors.ts';
import { type GatewayPrincipal, holderOf } from '../gateway/api.ts';

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
export const holderIn = (admitted: Request): string =>
  holderOf(principalOf<GatewayPrincipal>({ request: admitted }));

type Failures = Pick<ReturnType<typeof createAuthFailureLimit>, 'watch'>;

/** `failures` counts wrong keys that are sent after the connection is open; null counts nothing. */
export const socketIoZone = (gateway: Zone, failures: Failures | null): Zone => ({
  prefixes: [SOCKET_IO_PATH],
  ...(gateway.failureShape && { failureShape: gateway.failureShape }),
  async authenticate(request): Promise<SocketIoCaller> {
    const client = clientOf({ request });
    const admittedBy = async (key: string): Promise<Request> => {
      const asked = new Request(request.url, { headers: { apikey: key } });
      attachClientReader(asked, () => client);
      const principal = await gateway.authenticate(asked);
      if (gateway.isConfined?.(principal)) throw forbidden("a customer's page gets no events live");
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
