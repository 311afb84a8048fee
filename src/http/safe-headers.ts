/** Security headers of every answer. */
import { clientOf } from './client-address.ts';

interface SafeHeaderOptions {
  /** Browsers reach the service by https alone, says its configuration. */
  readonly isPublicTls: boolean;
  /** Some proxy is trusted to say what the client speaks. */
  readonly hasTrustedProxy: boolean;
}

type Headers = Record<string, string | number | string[]>;

/** A year, in seconds. Other hosts of the domain are none of this service's business. */
const HSTS = 'max-age=31536000';

/**
 * Puts the headers of one answer into `headers`. `isPrivate`: a credential is asked for here. No such
 * answer may be cached, since any of them may hold a key, a ticket or a pairing code.
 */
export function createSafeHeaders({ isPublicTls, hasTrustedProxy }: SafeHeaderOptions) {
  return (request: Request, headers: Headers, isPrivate: boolean): void => {
    headers['x-content-type-options'] = 'nosniff';
    if (isPrivate) headers['cache-control'] = 'no-store';
    if (isPublicTls || (hasTrustedProxy && clientOf({ request }).isTls))
      headers['strict-transport-security'] = HSTS;
  };
}
