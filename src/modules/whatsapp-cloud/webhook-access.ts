/**
 * Decides who may use the addresses of webhooks: callers that sign with the secret of an address, or know its verify
 * token.
 */
import type { Clock } from '../../core/shared/clock.ts';
import { AppError } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import { countOnceAMinute } from '../../core/shared/once-a-minute.ts';
import { isSameToken, isSignature, isSignedBy } from './webhook-signature.ts';

/** Which address is called: that of all numbers, or an instance's own; null when there is no such instance. */
export type CalledAddress = 'all' | { readonly instanceId: string | null };

export interface AccessDeps<N> {
  readonly numbers: {
    byInstance(instanceId: string): N | null;
    /** Returns null when neither the instance nor the service has one. */
    appSecretOf(number: N): string | null;
    verifyTokenOf(number: N): string | null;
  };
  /** The secrets of the whole service, or null. */
  readonly appSecret: string | null;
  readonly verifyToken: string | null;
  readonly clock: Pick<Clock, 'steady'>;
  readonly log: Log;
}

export interface WebhookAccess {
  /** Tells whether somebody who sets up the address knows its token. */
  isVerified(addressed: CalledAddress, token: string): boolean;
  /**
   * Throws `unauthenticated` when `signature` cannot be one, whatever the address is, and `not_found` where there is no
   * secret to check it with: then the body need not be read.
   */
  requireKnown(addressed: CalledAddress, signature: string | null): void;
}

interface Access extends WebhookAccess {
  /**
   * Returns the secret with which the body is signed, which is that of the address. Throws as `requireKnown` does, and
   * the same `not_found` for a wrong signature, so that nobody learns from it which names exist.
   */
  requireSigned(addressed: CalledAddress, signature: string | null, body: Uint8Array): string;
}

export function createAccess<N>(deps: AccessDeps<N>): Access {
  const { numbers, log } = deps;
  const refused = countOnceAMinute(deps.clock);
  const numberAt = ({ instanceId }: Exclude<CalledAddress, 'all'>) =>
    instanceId === null ? null : numbers.byInstance(instanceId);
  const secretOf = (addressed: CalledAddress): string | null => {
    if (addressed === 'all') return deps.appSecret;
    const number = numberAt(addressed);
    return number && numbers.appSecretOf(number);
  };
  const tokenOf = (addressed: CalledAddress): string | null => {
    if (addressed === 'all') return deps.verifyToken;
    const number = numberAt(addressed);
    return number && numbers.verifyTokenOf(number);
  };
  const refusal = (problem: string): AppError => {
    const times = refused();
    if (times > 0) log.warn('webhooks of Meta were refused', { times, problem });
    return new AppError('not_found', NOT_TAKEN);
  };
  const requireSecret = (addressed: CalledAddress, signature: string | null) => {
    if (!isSignature(signature)) throw new AppError('unauthenticated', NO_SIGNATURE);
    const secret = secretOf(addressed);
    if (secret === null) throw refusal(NO_SECRET);
    return { secret, signature };
  };
  return {
    isVerified(addressed, token) {
      const known = tokenOf(addressed);
      return known !== null && isSameToken(token, known);
    },
    requireKnown: (addressed, signature) => void requireSecret(addressed, signature),
    requireSigned(addressed, header, body) {
      const { secret, signature } = requireSecret(addressed, header);
      if (!isSignedBy(secret, signature, body)) throw refusal(WRONG_SIGNATURE);
      return secret;
    },
  };
}

const NO_SIGNATURE = 'X-Hub-Signature-256 is missing or malformed';
/** Shown to callers; the log says which of the three it is. */
const NOT_TAKEN =
  'this signature is not accepted here: check that an app secret is set (META_APP_SECRET, or appSecret of the instance), that it is the secret of the app that signs, and that the address is right';
const NO_SECRET =
  'no app secret is known for this address: set META_APP_SECRET, or give the instance its own appSecret and use the address with its name';
const WRONG_SIGNATURE =
  'X-Hub-Signature-256 is not the signature of this body with the app secret of this address';
