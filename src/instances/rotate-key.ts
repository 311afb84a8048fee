/** Replacing the key of an instance. */
import type { Clock } from '../shared/clock.ts';
import { randomSecret, sha256 } from '../shared/crypto.ts';
import { forbidden, invalid } from '../shared/errors.ts';
import type { WithKey } from './create.ts';
import type { InstanceRegister } from './directory.ts';
import { type InstanceKey, instanceKey, isExpired } from './keys.ts';
import type { Scope } from './scopes.ts';

export interface RotatingDeps {
  readonly directory: InstanceRegister;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when keys that were valid may be so no longer. */
  readonly keysChanged: () => void;
}

/** What the new key differs in from the present one. */
export interface KeyChange {
  /** For how many seconds the present key is accepted beside the new one; 0 by default. */
  readonly graceSeconds?: number;
  /** As the present key by default. */
  readonly scopes?: readonly Scope[];
  /** Ms since 1970; null: never. As the present key by default. */
  readonly expiresAt?: number | null;
}

/**
 * Gives the instance a new key. `byKeyId` names the key of the instance that asks; null: the global key asks. 403 when
 * a key of the instance asks for a longer life, or has been replaced already. Returns null when the instance is gone.
 */
export async function rotateKey(
  { directory, clock, keysChanged }: RotatingDeps,
  { id, byKeyId, change }: { id: string; byKeyId: string | null; change: KeyChange },
): Promise<WithKey | null> {
  const now = clock.now();
  const apikey = randomSecret();
  const record = await directory.rotate(id, ({ key: present }) => {
    const key = nextKey(present, change, sha256(apikey), now);
    refuseForItself(byKeyId, present, key);
    return { key, previousKey: outgoing(present, (change.graceSeconds ?? 0) * 1000, now) };
  });
  keysChanged();
  return record && { record, apikey };
}

function nextKey(
  present: InstanceKey,
  { scopes = present.scopes, expiresAt = present.expiresAt }: KeyChange,
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
function refuseForItself(byKeyId: string | null, present: InstanceKey, next: InstanceKey): void {
  if (byKeyId === null) return;
  if (byKeyId !== present.id) throw forbidden('this key has been replaced already');
  if ((next.expiresAt ?? Infinity) <= (present.expiresAt ?? Infinity)) return;
  throw forbidden('a key cannot give its instance a key that lives longer');
}
