/**
 * Who calls the CRM zone. Owns: reading `api_access_token` and its spellings that pass proxies.
 * Must never: keep or log a token.
 */
import type { Zone } from '../http/server.ts';
import { sameDigest, sha256 } from '../shared/crypto.ts';
import { AppError } from '../shared/errors.ts';

export interface CrmGuardDeps {
  /** SHA-256 of BOOTSTRAP_ACCESS_TOKEN; null: nobody is let in. */
  readonly bootstrapTokenHash: string | null;
}

export const crmZone = ({ bootstrapTokenHash }: CrmGuardDeps): Zone => ({
  prefixes: ['/api/v1'],
  authenticate(request) {
    const token = tokenIn(request.headers);
    if (token === null)
      throw new AppError('unauthenticated', 'the header api_access_token is missing');
    if (bootstrapTokenHash !== null && sameDigest(sha256(token), bootstrapTokenHash)) {
      return { kind: 'bootstrap' };
    }
    throw new AppError('unauthenticated', 'the api_access_token is not valid');
  },
});

function tokenIn(headers: Headers): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  return headers.get('api_access_token') ?? headers.get('api-access-token') ?? bearer ?? null;
}
