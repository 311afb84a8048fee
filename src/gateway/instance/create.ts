/** Making an instance. */
import { Type } from '@sinclair/typebox';
import { faultOf } from '../../db/client.ts';
import { checkedFields, readBy, type Wrong, words, wrong } from '../../http/read-fields.ts';
import { PROVIDERS, type Provider, type ProviderName } from '../../providers/provider.ts';
import type { Clock } from '../../shared/clock.ts';
import { randomSecret, sha256 } from '../../shared/crypto.ts';
import { conflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { INSTANCE_NAME, INSTANCE_NAME_PROBLEM, isInstanceName } from '../guard.ts';
import { SCOPES } from '../scopes.ts';
import type { EventSettingsStore } from '../webhook/settings.ts';
import type { InstanceRecord, InstanceRegister } from './directory.ts';
import { instanceKey } from './keys.ts';
import { Phone, readPhone } from './phone.ts';

/** Which of the documented providers there are is a matter of configuration. */
function readProvider(value: unknown, deps: CreatingDeps): ProviderName | Wrong {
  const wanted = value ?? deps.defaultProvider;
  const available = [...deps.providers.keys()];
  const found = available.find((name) => name === wanted);
  return found ?? wrong(`must be one of those available here: ${available.join(', ')}`);
}

export const NewInstance = Type.Object(
  {
    instanceName: readBy(Type.String({ pattern: INSTANCE_NAME.source }), (value) => {
      if (value === undefined) return wrong('is required');
      const isName = typeof value === 'string' && isInstanceName(value);
      return isName ? value : wrong(INSTANCE_NAME_PROBLEM);
    }),
    provider: readBy(Type.Optional(words(...PROVIDERS)), readProvider),
    number: readBy(Type.Optional(Phone()), (value = null) =>
      value === null ? null : readPhone(value),
    ),
  },
  { additionalProperties: true },
);

export interface CreatingDeps {
  readonly directory: InstanceRegister;
  readonly settings: EventSettingsStore;
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly defaultProvider: ProviderName;
  readonly clock: Clock;
}

/** An instance and the key it has from now on. */
export interface WithKey {
  readonly record: InstanceRecord;
  /** Shown this once. */
  readonly apikey: string;
}

/** `body` is as the caller sent it: 400 naming every wrong field, 409 when the name is taken. */
export async function createInstance(deps: CreatingDeps, body: unknown): Promise<WithKey> {
  const { instanceName: name, provider, number } = checkedFields(NewInstance, body, deps);
  const apikey = randomSecret();
  const now = deps.clock.now();
  const record: InstanceRecord = {
    id: newId(),
    name,
    provider,
    state: 'close',
    phase: 'created',
    reason: null,
    number,
    ownerJid: null,
    profileName: null,
    key: instanceKey({ hash: sha256(apikey), scopes: SCOPES, expiresAt: null }),
    previousKey: null,
    createdAt: now,
    updatedAt: now,
  };
  await insert(deps, record);
  return { record, apikey };
}

async function insert({ directory, settings }: CreatingDeps, record: InstanceRecord) {
  try {
    await directory.insert(record);
  } catch (error) {
    if (faultOf(error) === 'unique') throw conflict(`the name ${record.name} is taken`);
    throw error;
  }
  try {
    await settings.create(record.id);
  } catch (error) {
    // The key was never shown: the name must be free for a second attempt.
    await directory.remove(record.id);
    throw error;
  }
}
