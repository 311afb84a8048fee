/** Replacing the key of an instance. */
import type { Clock } from '../../shared/clock.ts';
import { randomSecret, sha256 } from '../../shared/crypto.ts';
import { forbidden, invalid } from '../../shared/errors.ts';
import { INSTANT_PROBLEM, readInstant } from '../../shared/instant.ts';
import type { GatewayPrincipal } from '../guard.ts';
import { SCOPES, type Scope } from '../scopes.ts';
import type { WithKey } from './create.ts';
import type { InstanceRegister } from './directory.ts';
import { type Fields, isFields } from './fields.ts';
import { GRACE_SECONDS_MAX, type InstanceKey, instanceKey, isExpired } from './keys.ts';

export interface RotatingDeps {
  readonly directory: InstanceRegister;
  readonly clock: Pick<Clock, 'now'>;
  /** Told when keys that were good may be so no longer. */
  readonly keysChanged: () => void;
}

/** What a body asks for; what is absent stays as the present key has it. */
interface RotationRequest {
  readonly graceMs: number;
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: number | null;
}

/**
 * Gives the instance a new key. `body` is as the caller sent it: 400 naming every wrong field. 403 when the
 * key of the instance itself asks for a longer life, or has been replaced already. Null: the instance is gone.
 */
export async function rotateKey(
  { directory, clock, keysChanged }: RotatingDeps,
  { id, caller, body }: { id: string; caller: GatewayPrincipal; body: unknown },
): Promise<WithKey | null> {
  const now = clock.now();
  const request = parseRotation(body, now);
  const apikey = randomSecret();
  const record = await directory.rotate(id, ({ key: present }) => {
    const key = nextKey(present, request, sha256(apikey), now);
    refuseForItself(caller, present, key);
    return { key, previousKey: outgoing(present, request.graceMs, now) };
  });
  keysChanged();
  return record && { record, apikey };
}

function nextKey(
  present: InstanceKey,
  { scopes = present.scopes, expiresAt = present.expiresAt }: RotationRequest,
  hash: string,
  now: number,
): InstanceKey {
  const next = instanceKey({ hash, scopes, expiresAt });
  if (!isExpired(next, now)) return next;
  throw invalid('expiresAt is needed: the present key has expired, and what is absent stays');
}

/** The old key for as long as it still has, at most `graceMs`; null: not at all. */
function outgoing(present: InstanceKey, graceMs: number, now: number): InstanceKey | null {
  const key = { ...present, expiresAt: Math.min(now + graceMs, present.expiresAt ?? Infinity) };
  return isExpired(key, now) ? null : key;
}

/** A key that asks for itself has every scope, so that there is none to gain; its time is all it could gain. */
function refuseForItself(caller: GatewayPrincipal, present: InstanceKey, next: InstanceKey): void {
  if (caller.kind === 'global') return;
  if (caller.keyId !== present.id) throw forbidden('this key has been replaced already');
  if ((next.expiresAt ?? Infinity) <= (present.expiresAt ?? Infinity)) return;
  throw forbidden('a key cannot give its instance a key that lives longer');
}

function parseRotation(body: unknown, now: number): RotationRequest {
  const fields = body ?? {};
  if (!isFields(fields)) throw invalid('the body must be a JSON object');
  const problems: string[] = [];
  const request = {
    graceMs: graceIn(fields, problems) * 1000,
    ...scopesIn(fields, problems),
    ...expiryIn(fields, now, problems),
  };
  if (problems.length > 0) throw invalid(problems.join('; '));
  return request;
}

function graceIn({ graceSeconds = 0 }: Fields, problems: string[]): number {
  const seconds = Number.isInteger(graceSeconds) ? Number(graceSeconds) : -1;
  if (seconds >= 0 && seconds <= GRACE_SECONDS_MAX) return seconds;
  problems.push(`graceSeconds must be a whole number from 0 to ${GRACE_SECONDS_MAX}`);
  return 0;
}

function scopesIn({ scopes }: Fields, problems: string[]): Pick<RotationRequest, 'scopes'> {
  if (scopes === undefined) return {};
  const known = SCOPES.filter((scope) => Array.isArray(scopes) && scopes.includes(scope));
  const isKnown = Array.isArray(scopes) && scopes.every((one) => known.includes(one));
  if (isKnown && known.length > 0) return { scopes: known };
  problems.push(`scopes must be an array of one or more of ${SCOPES.join(', ')}`);
  return {};
}

function expiryIn(
  { expiresAt }: Fields,
  now: number,
  problems: string[],
): Pick<RotationRequest, 'expiresAt'> {
  if (expiresAt === undefined || expiresAt === null)
    return expiresAt === undefined ? {} : { expiresAt };
  const at = typeof expiresAt === 'string' ? readInstant(expiresAt) : null;
  if (at !== null && at > now) return { expiresAt: at };
  problems.push(
    at === null ? `expiresAt ${INSTANT_PROBLEM}, or null` : 'expiresAt must be in the future',
  );
  return {};
}
