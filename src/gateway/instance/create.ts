/** Making an instance. */
import { faultOf } from '../../db/client.ts';
import type { Provider, ProviderName } from '../../providers/provider.ts';
import type { Clock } from '../../shared/clock.ts';
import { randomSecret, sha256 } from '../../shared/crypto.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { INSTANCE_NAME_PROBLEM, isInstanceName } from '../guard.ts';
import { SCOPES } from '../scopes.ts';
import type { EventSettingsStore } from '../webhook/settings.ts';
import type { InstanceRecord, InstanceRegister } from './directory.ts';
import { type Fields, isFields } from './fields.ts';
import { instanceKey } from './keys.ts';
import { isPhone, PHONE_PROBLEM } from './phone.ts';

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
  const { name, provider, number } = checked(deps, body);
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
    // An instance that nobody has the key of must not keep its name from a second attempt.
    await directory.remove(record.id);
    throw error;
  }
}

function checked(deps: CreatingDeps, body: unknown) {
  if (!isFields(body)) throw invalid('the body must be a JSON object');
  const problems: string[] = [];
  const name = nameIn(body, problems);
  const provider = providerIn(deps, body, problems);
  const number = body.number ?? null;
  if (number !== null && !isPhone(number)) problems.push(`number ${PHONE_PROBLEM}`);
  if (problems.length > 0 || !provider) throw invalid(problems.join('; '));
  return { name, provider, number: isPhone(number) ? number : null };
}

function nameIn({ instanceName }: Fields, problems: string[]): string {
  if (typeof instanceName === 'string' && isInstanceName(instanceName)) return instanceName;
  problems.push(
    instanceName === undefined
      ? 'instanceName is required'
      : `instanceName ${INSTANCE_NAME_PROBLEM}`,
  );
  return '';
}

function providerIn(deps: CreatingDeps, fields: Fields, problems: string[]): ProviderName | null {
  const wanted = fields.provider ?? deps.defaultProvider;
  const available = [...deps.providers.keys()];
  const found = available.find((name) => name === wanted) ?? null;
  if (!found)
    problems.push(`provider must be one of those available here: ${available.join(', ')}`);
  return found;
}
