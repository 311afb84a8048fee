/** `import evolution-api SOURCE`: takes over the instances of an Evolution API, so that nobody pairs again. */
import { existsSync } from 'node:fs';
import type { Settings } from '../../core/config/config.ts';
import { noProxy } from '../../core/config/environment.ts';
import { VARIABLES } from '../../core/config/variables.ts';
import type { Database, FirstRow, Statement } from '../../core/db/client.ts';
import { openWithKeys } from '../../core/db/encryption-keys.ts';
import { lockDatabaseFile } from '../../core/db/lock.ts';
import { openDatabase } from '../../core/db/open.ts';
import { AllAccountSettings } from '../../core/instances/account-settings.ts';
import { InstanceProxies } from '../../core/instances/proxies.ts';
import { createInstanceStore, insertionOf } from '../../core/instances/store.ts';
import { createNetworkGuard, type NetworkGuard } from '../../core/outbound/network-guard.ts';
import { resolveSecrets } from '../../core/process/first-run.ts';
import { EXIT, type ExitCode, StartRefused } from '../../core/process/refusal.ts';
import { type Clock, systemClock } from '../../core/shared/clock.ts';
import { createVault, sha256, type Vault } from '../../core/shared/crypto.ts';
import { databasePath } from '../../core/shared/database-url.ts';
import { createLog } from '../../core/shared/log.ts';
import { createEventSettings } from '../../core/webhooks/settings-store.ts';
import { createAuditRows, NO_REQUEST } from '../gateway/api.ts';
import { type Baileys, loadBaileys, storingOf } from '../whatsapp/api.ts';
import { openDump } from './dump.ts';
import { openKeyFolder } from './key-folder.ts';
import { messagesToTake, takeMessages } from './messages.ts';
import { type ExistingInstances, type PlanEntry, type PlannedInstance, plan } from './plan.ts';
import { isPostgresUrl, openPostgres } from './postgres.ts';
import { isRedisUrl, openRedisKeys } from './redis-keys.ts';
import { type InstanceReport, report, reportText } from './report.ts';
import { LEFT_TABLES, type Source, type SourceRow, textIn } from './source.ts';
import type { ImportWords } from './words.ts';

const STORE_IS_OFF =
  'the message store is switched off: messages need MESSAGE_STORE_HOURS to be above 0';

/** Hears before each instance how many have been looked at, and how many there are. */
type OnInstance = (done: number, total: number) => void;

interface Outcome {
  readonly line: string;
  readonly exitCode: ExitCode;
}

/**
 * Throws StartRefused for a source that cannot be read, and for a database that is not there or that, when it is to be
 * written, a running service has.
 */
export async function importInstances(
  settings: Settings,
  words: ImportWords,
  onInstance: OnInstance = () => {},
): Promise<Outcome> {
  const storedHours = settings.messageStoreHours ?? settings.eventRetentionHours;
  if (words.withMessages && storedHours === 0) throw new StartRefused(STORE_IS_OFF);
  const path = databasePath(settings.databaseUrl);
  const isToLock = words.isApplied && path !== null && existsSync(path);
  const lock = isToLock ? lockDatabaseFile(path) : null;
  try {
    const { databaseUrl: url, databaseAuthToken: authToken } = settings;
    const db = await openDatabase({ url, authToken, clock: systemClock(), isSecond: true });
    return await importInto(db, settings, words, onInstance).finally(() => db.close());
  } finally {
    lock?.release();
  }
}

async function importInto(
  db: Database,
  settings: Settings,
  words: ImportWords,
  onInstance: OnInstance,
): Promise<Outcome> {
  const { config } = await resolveSecrets(settings);
  const [currentKey, formerKey] = config.encryptionKeys;
  const vault = createVault(currentKey, formerKey);
  if (words.isApplied) await refuseForeignKey(db, vault);
  const source = await (isPostgresUrl(words.source) ? openPostgres : openDump)(words.source);
  try {
    const present = await presentIn(db, config.globalApiKeys);
    const reported = await takeOver({ db, settings, words, vault, source, present, onInstance });
    const left = await leftIn(source, words.withMessages);
    const line = reportText({ reported, left, isApplied: words.isApplied });
    const isRefused = reported.some(({ outcome }) => outcome === 'refused');
    return { line, exitCode: isRefused ? EXIT.failedCheck : EXIT.stopped };
  } finally {
    await source.close();
  }
}

interface Parts {
  readonly db: Database;
  readonly settings: Settings;
  readonly words: ImportWords;
  readonly vault: Vault;
  readonly source: Source;
  readonly present: ExistingInstances;
  readonly onInstance: OnInstance;
}

/** One instance after the other, each written as soon as it is read: the keys of all of them may be many. */
async function takeOver(parts: Parts): Promise<InstanceReport[]> {
  const { db, settings, words, vault, source, present, onInstance } = parts;
  const clock = systemClock();
  const baileys = await loadBaileys();
  const guards = {
    webhook: createNetworkGuard({
      allow: settings.webhookAllowNetworks,
      variable: VARIABLES.webhookAllowNetworks.name,
      clock,
    }),
    proxy: createNetworkGuard({
      allow: settings.proxyAllowNetworks,
      variable: VARIABLES.proxyAllowNetworks.name,
      clock,
    }),
  };
  const write = createWriter({ db, baileys, vault, clock, guard: guards.proxy });
  const keySource = words.keys === null ? null : await openKeys(words.keys, clock);
  const { withoutKeys } = words;
  const now = clock.now();
  const deps = { source, baileys, keySource, withoutKeys, present, guards, now };
  const reported: InstanceReport[] = [];
  try {
    const rows = await source.rows('Instance');
    for (const row of rows) {
      onInstance(reported.length, rows.length);
      const planned = await plan(deps, row);
      if (planned.outcome === 'taken' && words.isApplied) await write(planned);
      reported.push(report(planned, await messagesOf(parts, row, planned)));
    }
  } finally {
    await keySource?.close();
  }
  return reported;
}

/**
 * Returns a sentence on the messages of an instance, also of an instance that existed before, or null if messages are
 * not imported.
 */
async function messagesOf(
  { db, source, words, present }: Parts,
  row: SourceRow,
  planned: PlanEntry,
): Promise<string | null> {
  const sourceId = textIn(row, 'id');
  if (!words.withMessages || planned.outcome === 'refused' || sourceId === null) return null;
  if (!words.isApplied) return messagesToTake(source, sourceId);
  const name = planned.outcome === 'taken' ? planned.record.name : planned.name;
  const instanceId = present.ids.get(name);
  if (instanceId === undefined) return null;
  const ownerJid = (await createInstanceStore(db).one(instanceId))?.ownerJid ?? null;
  const owner = { sourceId, instanceId, ownerJid };
  return takeMessages({ db, clock: systemClock(), source }, owner);
}

const openKeys = (where: string, clock: Clock) =>
  isRedisUrl(where) ? openRedisKeys(where, clock) : openKeyFolder(where);

async function presentIn(db: Database, globalKeys: readonly string[]): Promise<ExistingInstances> {
  const all = await createInstanceStore(db).all();
  const hashes = all.flatMap(({ key, previousKeys }) =>
    [key, ...previousKeys].map(({ hash }) => hash),
  );
  return {
    ids: new Map(all.map(({ id, name }) => [name, id])),
    names: new Map(all.map(({ id, name }) => [id, name])),
    keyHashes: new Set([...globalKeys.map(sha256), ...hashes]),
  };
}

async function leftIn(source: Source, withMessages: boolean): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  for (const table of withMessages ? LEFT_TABLES : [...LEFT_TABLES, 'Message']) {
    const count = await source.count(table);
    if (count > 0) left.set(table, count);
  }
  return left;
}

/** Refuses a database whose secrets are sealed with another key, since the service could not open them. */
async function refuseForeignKey(db: Database, vault: Vault): Promise<void> {
  const log = createLog('warn', systemClock().now, (line) => process.stderr.write(`${line}\n`));
  if ((await openWithKeys(db, vault, log)) === 'opened') return;
  throw new StartRefused('ENCRYPTION_KEY is not the one this database was sealed with');
}

interface WriterDeps {
  readonly db: Database;
  readonly baileys: Baileys;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Checks the addresses of proxies. */
  readonly guard: NetworkGuard;
}

/** Resolves when it is on disk. Rejects with a DatabaseError, and nothing of it is stored. */
type Write = (taken: PlannedInstance) => Promise<void>;

function createWriter(deps: WriterDeps): Write {
  const { db, clock } = deps;
  const audit = createAuditRows(db);
  const rowsOf = firstRows(deps);
  return (taken) => {
    const { record, session, notes } = taken;
    const { id: instanceId, name: instanceName } = record;
    const details = { from: 'evolution-api', keys: session?.keys.length ?? 0, notes };
    const entry = {
      ...NO_REQUEST,
      at: clock.now(),
      action: 'instance.import',
      actor: 'command',
      instanceId,
      instanceName,
      details: JSON.stringify(details),
    };
    const storing = { ...deps, orm: db.orm, now: clock.now() };
    const queries = [...insertionOf(db.orm, record), ...rowsOf(taken)];
    const also = [
      ...queries.map((query) => query.toSQL() as Statement),
      ...(session ? storingOf(storing, instanceId, session) : []),
    ];
    return audit.append({ entry, also });
  };
}

/** The rows of its settings, as a creation writes them. */
function firstRows(deps: WriterDeps): (taken: PlannedInstance) => FirstRow['statement'][] {
  const { orm } = deps.db;
  const events = createEventSettings({ ...deps, orm, endpointsMax: 0 });
  const proxies = new InstanceProxies({ ...deps, orm, noProxy });
  const accounts = new AllAccountSettings({ ...deps, orm });
  return ({ record: { id }, webhook, proxy, settings }) => {
    const rows = [
      events.firstRow(id, webhook ?? {}),
      ...(proxy ? [proxies.firstRow(id, proxy)] : []),
      ...(settings ? [accounts.firstRow(id, settings)] : []),
    ];
    return rows.map(({ statement }) => statement);
  };
}
