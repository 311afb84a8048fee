import type { Statement } from '../db/client.ts';
import { type Clock, iso } from '../shared/clock.ts';
import { randomSecret, sha256 } from '../shared/crypto.ts';
import { failure, invalidFields } from '../shared/errors.ts';
import { problem } from '../shared/reasons/problems.ts';
import type { WithKey } from './create.ts';
import type { InstanceRegister } from './directory.ts';
import { type InstanceKey, type InstanceKeys, instanceKey, isExpired, KEYS_MAX } from './keys.ts';
import type { Scope } from './scopes.ts';

export interface RotatingDeps {
  readonly directory: InstanceRegister;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when valid keys of an instance may have become invalid. */
  readonly keysChanged: (instanceId: string) => void;
}

/** How the new key differs from the current one. */
export interface KeyChange {
  /**
   * For how many seconds the current key stays valid beside the new one, and those before it for the time that they were
   * given; defaults to 0, which ends them all.
   */
  readonly graceSeconds?: number;
  /** Defaults to the scopes of the current key. */
  readonly scopes?: readonly Scope[];
  /** In ms since 1970; null means never. Defaults to that of the current key. */
  readonly expiresAt?: number | null;
}

export interface Rotation {
  readonly id: string;
  readonly byKeyId: string | null;
  readonly change: KeyChange;
  /** Returns a statement that is run in the commit of the change, right after it. */
  readonly noteOf?: (made: WithKey) => Statement | undefined;
}

/**
 * Gives the instance a new key. `byKeyId` is the id of the instance's key that asks, or null for the global key. Throws
 * forbidden when a key of the instance asks for a longer life, or has already been replaced, and conflict when too many
 * keys would be valid. Returns null when the instance is deleted.
 */
export async function rotateKey(
  { directory, clock, keysChanged }: RotatingDeps,
  { id, byKeyId, change, noteOf }: Rotation,
): Promise<WithKey | null> {
  const now = clock.now();
  const apikey = randomSecret();
  const next = (present: InstanceKeys) => {
    const key = nextKey(present.key, change, sha256(apikey), now);
    refuseForItself(byKeyId, present.key, key);
    return { key, previousKeys: outgoing(present, (change.graceSeconds ?? 0) * 1000, now) };
  };
  const record = await directory.rotate(id, next, (made) => noteOf?.({ record: made, apikey }));
  keysChanged(id);
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
  throw invalidFields([{ field: 'expiresAt', ...problem('needed_for_expired_key') }]);
}

/** Returns the old keys with their remaining time, the one just replaced with at most `graceMs`; none without a grace. */
function outgoing({ key, previousKeys }: InstanceKeys, graceMs: number, now: number) {
  if (graceMs === 0) return [];
  const before = previousKeys.filter((one) => !isExpired(one, now));
  const replaced = { ...key, expiresAt: Math.min(now + graceMs, key.expiresAt ?? Infinity) };
  const valid = isExpired(replaced, now) ? before : [replaced, ...before];
  if (valid.length < KEYS_MAX) return valid;
  const firstEnd = Math.min(...before.map(({ expiresAt }) => expiresAt ?? Infinity));
  throw failure('too_many_keys', { max: KEYS_MAX, time: iso(firstEnd) });
}

/** A key that replaces itself has every scope already, so it could only gain a longer life, which is refused. */
function refuseForItself(byKeyId: string | null, present: InstanceKey, next: InstanceKey): void {
  if (byKeyId === null) return;
  if (byKeyId !== present.id) throw failure('key_replaced');
  if ((next.expiresAt ?? Infinity) <= (present.expiresAt ?? Infinity)) return;
  throw failure('key_outlives_yours');
}
