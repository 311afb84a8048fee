/** A database of this service to import into, and a paired session to import. */
import { Database } from 'bun:sqlite';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../../src/core/config/config.ts';
import type { Environment } from '../../../src/core/config/environment.ts';
import { whatsappCredentials, whatsappKeys } from '../../../src/core/db/schema/whatsapp.ts';
import { placeOf } from '../../../src/core/db/sealed-tables.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { importWordsOf } from '../../../src/modules/cli/commands/import.ts';
import { COMMANDS } from '../../../src/modules/cli/table.ts';
import { commandOf, wordsOf } from '../../../src/modules/cli/words.ts';
import { importInstances } from '../../../src/modules/import/import.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { createMigrated, temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { openBench } from '../../modules/whatsapp/setup.ts';
import { vault } from '../../modules/whatsapp/stage.ts';
import { fileNameOf, jsonLinesOf, type Row } from './evolution-api.ts';

export const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
export const GLOBAL_KEY = 'the-global-key-of-this-test';

/** Keys of each kind of name, as the library names them and with values as it writes them. */
export const KEYS = [
  { name: 'pre-key-7', value: '{"public":{"type":"Buffer","data":"AAAA"}}' },
  { name: 'sender-key-120363@g.us::5511_1::3', value: '{"type":"Buffer","data":"BBBB"}' },
  { name: 'app-state-sync-key-AA/B/', value: '{"keyData":"CCCC"}' },
  { name: 'sender-key-memory-120363@g.us', value: '{"5511:1@s.whatsapp.net":true}' },
  { name: 'lid-mapping-123_reverse', value: '"5511"' },
];

export interface Target {
  readonly file: string;
  readonly environment: Environment;
  /** Runs the command: what it says, and its exit code. Rejects as it does. */
  run(...args: string[]): Promise<{ line: string; exitCode: number }>;
}

export async function target(more: Environment = {}): Promise<Target> {
  const folder = temporaryFolder();
  const file = join(folder, 'gatehouse.db');
  await createMigrated(file);
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: `file:${file}`,
    ENCRYPTION_KEY,
    GLOBAL_API_KEY: GLOBAL_KEY,
    BOOTSTRAP_ACCESS_TOKEN: 'the-first-token-of-this-test',
    ...more,
  };
  const reading = readSettings(environment, () => null);
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  const { settings } = reading;
  return {
    file,
    environment,
    run: async (...args) => {
      const { command, rest } = commandOf(COMMANDS, ['import', 'evolution-api', ...args]);
      return importInstances(settings, importWordsOf(wordsOf(command, rest)));
    },
  };
}

/** The session of a phone that is paired, has had a message, and has been left by its program since. */
export async function pairedSession() {
  const bench = await openBench();
  const { whatsapp, phone, contact, session, host, db } = bench;
  await contact.writes(phone, { text: 'before the move' });
  await until('it has come', () => host.events.some(({ type }) => type === 'Message'));
  await session.stop();
  await until('nobody is connected', () => whatsapp.connections === 0);
  const [row] = await db.orm.select().from(whatsappCredentials);
  const place = placeOf(whatsappCredentials.credsSealed, host.instanceId);
  const creds = vault.open(row?.credsSealed ?? '', place);
  const stored = await db.orm.select().from(whatsappKeys);
  const keys = stored.map(({ instanceId, type, id, valueSealed }) => ({
    name: `${type}-${id}`,
    value: vault.open(valueSealed, placeOf(whatsappKeys.valueSealed, instanceId, type, id)),
  }));
  return { whatsapp, phone, contact, creds, keys };
}

/** The folder `instances` of Evolution API, with the keys of one. */
export function keyFolder(
  instanceId: string,
  keys: readonly { readonly name: string; readonly value: string }[],
): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, instanceId));
  for (const { name, value } of keys)
    writeFileSync(join(folder, instanceId, fileNameOf(name)), value);
  return folder;
}

/** The creds of a device as if some phone had accepted it. */
export async function inventedCreds(): Promise<string> {
  const { BufferJSON, initAuthCreds } = await loadBaileys();
  const me = { id: '5511999990000:7@s.whatsapp.net', name: 'Shop' };
  const creds = { ...initAuthCreds(), me, account: { details: Buffer.from('signed') } };
  return JSON.stringify(creds, BufferJSON.replacer);
}

/** All rows of the tables that an import writes. */
export function contentOf(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  const tables = [
    'instances',
    'instance_transitions',
    'endpoints',
    'instance_settings',
    'instance_proxies',
    'whatsapp_credentials',
    'whatsapp_keys',
    'gateway_audit',
  ];
  const rows = tables.map((table) => [table, db.query(`select * from ${table}`).all()]);
  db.close();
  return Object.fromEntries(rows);
}

/** The path of a dump in JSON lines. */
export function dumpOf(rows: readonly Row[]): string {
  const path = join(temporaryFolder(), 'dump.jsonl');
  writeFileSync(path, jsonLinesOf(rows));
  return path;
}

/** The keys in the database, unsealed, by name. */
export function openedKeys(file: string): Record<string, string> {
  const own = createVault(ENCRYPTION_KEY);
  const db = new Database(file, { readonly: true });
  const rows = db.query('select instance_id, type, id, value_sealed from whatsapp_keys').values();
  db.close();
  const opened = rows.map(([instanceId, type, id, sealed]) => {
    const place = placeOf(whatsappKeys.valueSealed, `${instanceId}`, `${type}`, `${id}`);
    return [`${type}-${id}`, own.open(`${sealed}`, place)];
  });
  return Object.fromEntries(opened);
}
