import { type FirstRow, faultOf } from '../db/client.ts';
import type { AccountSettings } from '../providers/chats.ts';
import type {
  AdmittedNumber,
  CredentialKeeper,
  NumberCredentials,
  Subscription,
} from '../providers/credentials.ts';
import type { Provider, ProviderName } from '../providers/provider.ts';
import type { Clock } from '../shared/clock.ts';
import { isSameDigest, randomSecret, sha256 } from '../shared/crypto.ts';
import { failure, invalid, nameTaken } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { SettingsChange } from '../webhooks/event-settings.ts';
import type { EventSettingsStore } from '../webhooks/settings-store.ts';
import type { AllAccountSettings } from './account-settings.ts';
import type { ConnectOutcome } from './connect.ts';
import { type InstanceRecord, type InstanceRegister, newGraphIds } from './directory.ts';
import type { KeyCopies } from './key-copies.ts';
import { instanceKey } from './keys.ts';
import type { InstanceProxies, InstanceProxy } from './proxies.ts';
import { SCOPES } from './scopes.ts';

export interface NewInstanceRequest {
  /** In lower case; null to generate one. */
  readonly id: string | null;
  readonly name: string;
  readonly provider: ProviderName;
  /** In digits. */
  readonly number: string | null;
  /** The key that the caller chose; null to generate one. */
  readonly token: string | null;
  /** Whether to connect at once and answer with the code to pair with. */
  readonly wantsCode: boolean;
  readonly accountSettings: Partial<AccountSettings>;
  readonly events: SettingsChange;
  readonly proxy: InstanceProxy | null;
  /** Only for whatsapp-cloud. */
  readonly cloud: NumberCredentials | null;
  /** Fields of older clients for features that do not exist here. */
  readonly ignored: readonly string[];
  /** Whether the request has the fields of Evolution Go, whose clients expect another answer. */
  readonly isOfEvolutionGo: boolean;
}

export interface CreatingDeps {
  readonly directory: InstanceRegister;
  readonly settings: Pick<EventSettingsStore, 'firstRow'>;
  readonly proxies: Pick<InstanceProxies, 'firstRow' | 'through' | 'routeOf'>;
  readonly accountSettings: Pick<AllAccountSettings, 'firstRow'>;
  /** The SHA-256 of each global key in lower-case hex; no instance may have one of these keys. */
  readonly globalKeyHashes: readonly string[];
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly keyCopies: Pick<KeyCopies, 'firstRows' | 'keep' | 'remove'>;
  /** Returns the rows that every new instance gets in other tables. */
  readonly firstRows: (instanceId: string) => readonly FirstRow[];
  /** Resolves when this node knows all instances that other nodes have created. */
  readonly catchUp: () => Promise<void>;
  readonly clock: Clock;
}

/** An instance with its new key. */
export interface WithKey {
  readonly record: InstanceRecord;
  /** The key, which is shown only once. */
  readonly apikey: string;
}

export interface CreationResult extends WithKey {
  readonly request: NewInstanceRequest;
  /** The code or connection; null if there was none in time, or the caller did not ask for one. */
  readonly connection: ConnectOutcome | null;
  /** Only for whatsapp-cloud. */
  readonly subscription: Subscription | null;
}

/**
 * Stores the instance with all its first rows. Throws conflict when the name, the id or the token is taken. A number of
 * the official API is checked with Meta first and may be refused.
 */
export async function createInstance(
  deps: CreatingDeps,
  request: NewInstanceRequest,
): Promise<Omit<CreationResult, 'connection'>> {
  const { name, provider, token } = request;
  const apikey = token ?? randomSecret();
  const hash = sha256(apikey);
  refuseTaken(deps, name, hash);
  if (request.id !== null && (await deps.directory.hasHistory(request.id))) throw ID_TAKEN();
  const id = request.id ?? newId();
  const admitted = await admit(deps, id, request);
  const now = deps.clock.now();
  const record: InstanceRecord = {
    id,
    name,
    provider,
    state: 'close',
    phase: 'created',
    reason: null,
    number: admitted?.number ?? request.number,
    ownerJid: null,
    profileName: null,
    key: instanceKey({ hash, scopes: SCOPES, expiresAt: null }),
    previousKeys: [],
    ...(admitted?.graphIds ?? newGraphIds()),
    createdAt: now,
    updatedAt: now,
  };
  const others = admitted ? [admitted.row] : [];
  await insert(deps, record, request, [...others, ...deps.keyCopies.firstRows(id, apikey)]);
  const subscription =
    request.cloud &&
    (await keeperOf(deps, provider).subscribe(request.cloud, () => deps.proxies.routeOf(id)));
  return { record, apikey, request, subscription };
}

/**
 * Checks the number at the platform through the proxy that the instance will have, because no traffic of it may bypass
 * its proxy.
 */
async function admit(
  deps: CreatingDeps,
  id: string,
  { provider, cloud: credentials, proxy }: NewInstanceRequest,
): Promise<AdmittedNumber | null> {
  if (credentials === null) return null;
  requireFree(deps, credentials);
  const keeper = keeperOf(deps, provider);
  if (proxy === null) return keeper.admit(id, credentials);
  return deps.proxies.through(proxy, (route) => keeper.admit(id, credentials, route));
}

/** Throws `invalid` for a provider whose instances have no credentials. */
export function keeperOf(
  { providers }: Pick<CreatingDeps, 'providers'>,
  provider: ProviderName,
): CredentialKeeper {
  const { credentials } = providers.get(provider) ?? {};
  if (credentials === undefined) throw invalid('only instances of whatsapp-cloud have credentials');
  return credentials;
}

/** Throws `conflict` when another instance has the number. */
function requireFree(
  { directory }: Pick<CreatingDeps, 'directory'>,
  { phoneNumberId }: NumberCredentials,
): void {
  if (directory.byPhoneNumberId(phoneNumberId))
    throw failure('phone_number_id_taken', { phoneNumberId });
}

const ID_TAKEN = () => failure('instance_id_taken');
const TOKEN_TAKEN = () => failure('token_taken');

function refuseTaken({ directory, globalKeyHashes }: CreatingDeps, name: string, hash: string) {
  if (directory.byName(name)) throw nameTaken(name);
  const isGlobal = globalKeyHashes.some((one) => isSameDigest(one, hash));
  if (isGlobal || directory.byKeyHash(hash)) throw TOKEN_TAKEN();
}

/** Writes everything of the instance in one transaction, so that a failure leaves nothing behind. */
async function insert(
  deps: CreatingDeps,
  record: InstanceRecord,
  request: NewInstanceRequest,
  others: readonly FirstRow[],
) {
  const { directory, settings, proxies, accountSettings } = deps;
  const { events, proxy, accountSettings: own } = request;
  const rows = [
    settings.firstRow(record.id, events),
    ...deps.firstRows(record.id),
    ...others,
    ...(proxy ? [proxies.firstRow(record.id, proxy)] : []),
    ...(Object.keys(own).length > 0 ? [accountSettings.firstRow(record.id, own)] : []),
  ];
  try {
    await directory.insert(record, rows);
  } catch (error) {
    if (faultOf(error) !== 'unique') throw error;
    await deps.catchUp();
    if (directory.byName(record.name)) throw nameTaken(record.name);
    if (request.cloud) requireFree(deps, request.cloud);
    throw directory.byId(record.id) ? ID_TAKEN() : TOKEN_TAKEN();
  }
}
