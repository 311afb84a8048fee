import { clientOf } from './client-address.ts';

interface SafeHeaderOptions {
  /** Whether browsers reach the service only by https, according to the configuration. */
  readonly isPublicTls: boolean;
  /** Whether a proxy is trusted to say which protocol the client uses. */
  readonly hasTrustedProxy: boolean;
}

type Headers = Record<string, string | number | string[]>;

/** A year, in seconds. Other hosts of the domain are not concerned. */
const HSTS = 'max-age=31536000';

/**
 * Puts the headers of one answer into `headers`. `isPrivate` says that the path asks for a credential. Its answers may
 * not be cached, because any may hold a key, a ticket or a pairing code.
 */
export function createSafeHeaders({ isPublicTls, hasTrustedProxy }: SafeHeaderOptions) {
  return (request: Request, headers: Headers, isPrivate: boolean): void => {
    headers['x-content-type-options'] = 'nosniff';
    if (isPrivate) headers['cache-control'] = 'no-store';
    if (isPublicTls || (hasTrustedProxy && clientOf({ request }).isTls))
      headers['strict-transport-security'] = HSTS;
  };
}
