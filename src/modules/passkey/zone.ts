/** Admits callers with the token of a passkey ceremony, only from pages of WhatsApp. */
import { clientOf } from '../../core/http/client-address.ts';
import type { StreamOf } from '../../core/http/forwarding.ts';
import { countRequest, createMinuteCounts } from '../../core/http/rate-limit.ts';
import { pathOf, type Zone } from '../../core/http/zone.ts';
import {
  CEREMONY_ORIGIN,
  CEREMONY_PATH,
  type Ceremonies,
  ceremonyInstance,
} from '../../core/instances/passkey-ceremonies.ts';
import type { Ceremony } from '../../core/providers/passkey.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { failure } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';

/** A browser looks once a second or two, and several people may share an address. */
const REQUESTS_PER_MINUTE = 240;
/** The one that was seen first makes room. */
const CLIENTS_MAX = 10_000;

export interface CeremonyHolder {
  /** Throws as `Ceremonies.find` does. */
  ceremony(): Ceremony;
  /** Names the token and tells nothing about it. */
  readonly tokenHash: string;
}

interface ZoneDeps {
  readonly ceremonies: Pick<Ceremonies, 'find'>;
  readonly clock: Pick<Clock, 'steady'>;
  /** Finds ceremonies at other nodes; null if no other node has ceremonies. */
  readonly forwarding?: Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'> | null;
}

/** The token in the path is the credential. Its principal is a `CeremonyHolder`. */
export function passkeyZone({ ceremonies, clock, forwarding = null }: ZoneDeps): Zone {
  const counts = createMinuteCounts(clock, new LimitedMap(CLIENTS_MAX));
  return {
    prefixes: [CEREMONY_PATH],
    corsOrigins: [CEREMONY_ORIGIN],
    ...forwarding,
    authenticate(request): CeremonyHolder {
      const { subscriber } = clientOf({ request });
      const { isExceeded, resetSeconds } = countRequest(counts, subscriber, REQUESTS_PER_MINUTE);
      if (isExceeded) {
        throw failure(
          'too_many_passkey_requests',
          {},
          { headers: { 'retry-after': String(resetSeconds) } },
        );
      }
      const token = tokenIn(request);
      return { ceremony: () => ceremonies.find(token), tokenHash: sha256(token) };
    },
    // Before a body is read, and once it is known that this node is asked.
    authorize: (principal) => void (principal as CeremonyHolder).ceremony(),
    loggedPath: (path) => path.replace(/^\/+[^/]+\/+[^/]+/, `${CEREMONY_PATH}/***`),
    // The zone's own principal, see above.
    credentialOf: (principal) => `passkey ${(principal as CeremonyHolder).tokenHash}`,
  };
}

const tokenIn = ({ url }: Request): string => pathOf(url).split('/')[2] ?? '';

/** The node that has the instance has its ceremony. */
export const ceremonyStream: StreamOf = (request) => ceremonyInstance(tokenIn(request));
