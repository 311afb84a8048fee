/** Replacing the key of an instance. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import { checkedFields, readIfGiven, type Wrong, words, wrong } from '../../http/read-fields.ts';
import type { Clock } from '../../shared/clock.ts';
import { randomSecret, sha256 } from '../../shared/crypto.ts';
import { forbidden, invalid } from '../../shared/errors.ts';
import { INSTANT_PROBLEM, readInstant } from '../../shared/instant.ts';
import type { GatewayPrincipal } from '../guard.ts';
import { SCOPES, type Scope } from '../scopes.ts';
import type { WithKey } from './create.ts';
import type { InstanceRegister } from './directory.ts';
import { GRACE_SECONDS_MAX, type InstanceKey, instanceKey, isExpired } from './keys.ts';

export interface RotatingDeps {
  readonly directory: InstanceRegister;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when keys that were valid may be so no longer. */
  readonly keysChanged: () => void;
}

export const KeyRotation = NamedObject(
  'KeyRotation',
  {
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: GRACE_SECONDS_MAX,
        default: 0,
        failsWith: `must be a whole number from 0 to ${GRACE_SECONDS_MAX}`,
        description:
          'For how many seconds the present key is taken beside the new one; 0, the default: not at all',
      }),
    ),
    scopes: readIfGiven(
      Type.Array(words(...SCOPES), {
        minItems: 1,
        description: 'What the new key may do; default: what the present key may do',
      }),
      (value): readonly Scope[] | Wrong => {
        const scopes = SCOPES.filter((scope) => Array.isArray(value) && value.includes(scope));
        const isKnown = Array.isArray(value) && value.every((one) => scopes.includes(one));
        if (isKnown && scopes.length > 0) return scopes;
        return wrong(`must be an array of one or more of ${SCOPES.join(', ')}`);
      },
    ),
    expiresAt: readIfGiven(
      Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description:
          'From when the new key is refused, a time in the future; null: never. Default: as the present key',
      }),
      (value, now: number) => {
        if (value === null) return null;
        const at = typeof value === 'string' ? readInstant(value) : null;
        if (at === null) return wrong(`${INSTANT_PROBLEM}, or null`);
        return at > now ? at : wrong('must be in the future');
      },
    ),
  },
  { additionalProperties: true },
);

/**
 * Gives the instance a new key. `body` is as the caller sent it: 400 naming every wrong field. 403 when the
 * key of the instance itself asks for a longer life, or has been replaced already. Null: the instance is gone.
 */
export async function rotateKey(
  { directory, clock, keysChanged }: RotatingDeps,
  { id, caller, body }: { id: string; caller: GatewayPrincipal; body: unknown },
): Promise<WithKey | null> {
  const now = clock.now();
  const request = checkedFields(KeyRotation, body ?? {}, now);
  const apikey = randomSecret();
  const record = await directory.rotate(id, ({ key: present }) => {
    const key = nextKey(present, request, sha256(apikey), now);
    refuseForItself(caller, present, key);
    return { key, previousKey: outgoing(present, (request.graceSeconds ?? 0) * 1000, now) };
  });
  keysChanged();
  return record && { record, apikey };
}

function nextKey(
  present: InstanceKey,
  { scopes = present.scopes, expiresAt = present.expiresAt }: Static<typeof KeyRotation>,
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
