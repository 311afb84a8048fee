/**
 * Decides for each instance of a source: import it without what does not fit, skip it because it exists, or refuse it
 * with a reason.
 */
import {
  type InstanceRecord,
  isInstanceName,
  newGraphIds,
  storedName,
} from '../../core/instances/directory.ts';
import { instanceKey } from '../../core/instances/keys.ts';
import type { InstanceProxy } from '../../core/instances/proxies.ts';
import { SCOPES } from '../../core/instances/scopes.ts';
import type { AccountSettings } from '../../core/providers/chats.ts';
import { isKeyText, isReservedKey, PORTAL_PREFIX } from '../../core/shared/chosen-keys.ts';
import { randomSecret, sha256 } from '../../core/shared/crypto.ts';
import { AppError, invalid } from '../../core/shared/errors.ts';
import { isUuid } from '../../core/shared/ids.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import type { SettingsChange } from '../../core/webhooks/event-settings.ts';
import { readPairingNumber } from '../gateway/api.ts';
import { type Baileys, type ForeignSession, readForeignSession } from '../whatsapp/api.ts';
import type { KeySource } from './key-source.ts';
import { type Guards, type Part, proxyOf, settingsOf, webhookOf } from './settings.ts';
import { rowOf, type Source, type SourceRow, textIn, timeIn } from './source.ts';

/** An instance as it is to be written. */
export interface PlannedInstance {
  readonly outcome: 'taken';
  readonly record: InstanceRecord;
  readonly webhook: SettingsChange | null;
  readonly settings: AccountSettings | null;
  readonly proxy: InstanceProxy | null;
  readonly session: ForeignSession | null;
  readonly isKeyTaken: boolean;
  /** Sentences on what is not imported and why, without secrets. */
  readonly notes: readonly string[];
}

export type PlanEntry =
  | PlannedInstance
  | { readonly outcome: 'there'; readonly name: string }
  | { readonly outcome: 'refused'; readonly name: string; readonly reason: string };

/** Instances that there are, those planned before included. */
export interface ExistingInstances {
  /** Ids by name, and names by id. */
  readonly ids: Map<string, string>;
  readonly names: Map<string, string>;
  /** SHA-256 of every key that opens something. */
  readonly keyHashes: Set<string>;
}

interface PlanDeps extends SessionDeps {
  readonly source: Source;
  readonly present: ExistingInstances;
  readonly guards: Guards;
  /** Ms since 1970. */
  readonly now: number;
}

/** Adds to `present` what it takes. */
export async function plan(deps: PlanDeps, row: SourceRow): Promise<PlanEntry> {
  const name = storedName(textIn(row, 'name') ?? '');
  try {
    return await planOne(deps, row, name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: 'refused', name, reason: error.message };
  }
}

const BAILEYS = 'WHATSAPP-BAILEYS';

async function planOne(deps: PlanDeps, row: SourceRow, name: string): Promise<PlanEntry> {
  const { source, present, guards } = deps;
  const sourceId = textIn(row, 'id');
  if (sourceId === null) return { outcome: 'refused', name, reason: 'it has no id' };
  const id = idOf(sourceId);
  const reason = refusalOf(present, row, { id, name });
  if (reason === 'there') return { outcome: 'there', name };
  if (reason !== null) return { outcome: 'refused', name, reason };
  const session = await sessionOf(deps, sourceId);
  const proxy = proxyOf(await rowOf(source, 'Proxy', sourceId), guards);
  const webhook = webhookOf(await rowOf(source, 'Webhook', sourceId), guards);
  const settings = settingsOf(await rowOf(source, 'Setting', sourceId));
  const key = keyOf(present, textIn(row, 'token'));
  const record = recordOf(deps, { row, id, name, session: session.value, keyHash: key.hash });
  present.ids.set(name, id);
  present.names.set(id, name);
  present.keyHashes.add(key.hash);
  return {
    outcome: 'taken',
    record,
    webhook: webhook.value,
    settings: settings.value,
    proxy: proxy.value,
    session: session.value,
    isKeyTaken: key.problem === null,
    notes: [
      ...session.notes,
      ...(key.problem === null ? [] : [`key: ${key.problem}`]),
      ...webhook.notes,
      ...settings.notes,
      ...proxy.notes,
    ],
  };
}

/** Its own id, or the one that always comes of it where that is no UUID. */
const idOf = (sourceId: string): string =>
  isUuid(sourceId) ? sourceId.toLowerCase() : Bun.randomUUIDv5(`evolution-api:${sourceId}`, 'url');

/** Why the row is not taken; `there` when it was taken before. */
function refusalOf(
  present: ExistingInstances,
  row: SourceRow,
  { id, name }: Pick<InstanceRecord, 'id' | 'name'>,
): string | null {
  const integration = textIn(row, 'integration') ?? BAILEYS;
  const namesake = present.ids.get(name);
  if (namesake !== undefined)
    return namesake === id ? 'there' : 'another instance has this name here';
  const former = present.names.get(id);
  if (former !== undefined) return `it is here already, as ${former}`;
  if (integration !== BAILEYS)
    return `its integration is ${integration.slice(0, 64)}, and only ${BAILEYS} can be taken over`;
  return isInstanceName(name) ? null : `its name ${problem('not_instance_name').message}`;
}

interface SourceInstance {
  readonly row: SourceRow;
  readonly id: string;
  readonly name: string;
  readonly session: ForeignSession | null;
  readonly keyHash: string;
}

function recordOf(
  { now }: PlanDeps,
  { row, id, name, session, keyHash }: SourceInstance,
): InstanceRecord {
  const phone = readPairingNumber(textIn(row, 'number'));
  return {
    id,
    name,
    provider: 'whatsapp',
    state: 'close',
    phase: session === null ? 'created' : 'stopped',
    reason: 'imported from Evolution API',
    number: typeof phone === 'string' ? phone : null,
    ownerJid: session?.ownerJid ?? null,
    profileName: session && (session.profileName ?? textIn(row, 'profileName')),
    key: instanceKey({ hash: keyHash, scopes: SCOPES, expiresAt: null }),
    previousKeys: [],
    ...newGraphIds(),
    createdAt: timeIn(row, 'createdAt') ?? now,
    updatedAt: now,
  };
}

const REPAIR = 'make one with POST /instance/key/rotate/{instanceName} and the global key';

/** The key it had, or, where that cannot be, one that nobody knows. */
function keyOf({ keyHashes }: ExistingInstances, token: string | null) {
  const problem = problemOfKey(keyHashes, token);
  const hash = sha256(problem === null && token !== null ? token : randomSecret());
  return { hash, problem: problem === null ? null : `${problem}: ${REPAIR}` };
}

function problemOfKey(keyHashes: ReadonlySet<string>, token: string | null): string | null {
  if (token === null) return 'it has none';
  if (!isKeyText(token)) return 'it is not 8-256 visible ASCII characters';
  if (isReservedKey(token)) return `it begins with ${PORTAL_PREFIX}`;
  return keyHashes.has(sha256(token)) ? 'it opens another instance, or all of them' : null;
}

// The WhatsApp session of one instance of a source: the device's own keys, and those of its conversations.

interface SessionDeps {
  readonly source: Source;
  readonly baileys: Baileys;
  /** Null if the command names no source of keys. */
  readonly keySource: KeySource | null;
  /** A session is taken without the keys of its conversations too. */
  readonly withoutKeys: boolean;
}

const NO_KEYS =
  'the keys of its conversations are missing: name the folder `instances` or the Redis of Evolution API with --keys, or take it with --without-keys';
const WITHOUT =
  'session: taken without the keys of its conversations; what others send first is asked for again';

/** Throws an AppError when it cannot be taken whole. */
async function sessionOf(
  { source, baileys, keySource, withoutKeys }: SessionDeps,
  instanceId: string,
): Promise<Part<ForeignSession>> {
  const keys = (await keySource?.keysOf(instanceId)) ?? [];
  const row = await rowOf(source, 'Session', instanceId);
  // With CACHE_REDIS_SAVE_INSTANCES they are beside the others.
  const creds = (row && textIn(row, 'creds')) ?? keys.find(({ name }) => name === 'creds')?.value;
  const session = creds === undefined ? null : readForeignSession(baileys, creds, keys);
  if (session === null) return { value: null, notes: ['session: none, since it was never paired'] };
  if (session.keys.length === 0 && !withoutKeys) throw invalid(NO_KEYS);
  const { unreadable } = session;
  const notes = [
    ...(session.keys.length === 0 ? [WITHOUT] : []),
    ...(unreadable === 0 ? [] : [`session: ${unreadable} of its keys could not be read`]),
  ];
  return { value: session, notes };
}
