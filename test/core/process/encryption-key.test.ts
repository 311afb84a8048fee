/** Changing ENCRYPTION_KEY in a service that has something in every place where secrets are sealed. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { Database } from '../../../src/core/db/client.ts';
import { openWithKeys } from '../../../src/core/db/encryption-keys.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import { endpoints } from '../../../src/core/db/schema/gateway.ts';
import {
  cloudNumbers,
  whatsappCredentials,
  whatsappKeys,
} from '../../../src/core/db/schema/whatsapp.ts';
import { placeOf, SEALED_TABLES } from '../../../src/core/db/sealed-tables.ts';
import { createVault, type Vault } from '../../../src/core/shared/crypto.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { startReceiver } from '../../doubles/receiver.ts';
import { until } from '../../helpers/until.ts';
import { cleanUp, freshDataDir, isolated, listening, spawnService } from './spawned-process.ts';

afterAll(cleanUp);

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const [OLD, NEW] = [keyOf(1), keyOf(2)];
const KEY = 'the-global-key-of-this-test';
const TOKEN = 'the-access-token-of-this-test';
const TEXT = { number: '5511888880000', text: 'hello' };
const ONCE = { 'idempotency-key': 'once' };

/** The service with this ENCRYPTION_KEY. */
async function start(dataDir: string, encryptionKey: string) {
  const service = spawnService({
    ...isolated(dataDir),
    GLOBAL_API_KEY: KEY,
    BOOTSTRAP_ACCESS_TOKEN: TOKEN,
    ENCRYPTION_KEY: encryptionKey,
    EVOLUTION_SHOW_KEYS: 'true',
  });
  const port = await listening(service);
  return {
    stdout: service.stdout,
    async call(method: string, path: string, body?: unknown, headers = {}) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          apikey: KEY,
          api_access_token: TOKEN,
          'content-type': 'application/json',
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
      const answer: any = await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return { body: answer, isReplayed: response.headers.get('idempotency-replayed') === 'true' };
    },
    async stop() {
      service.signal('SIGTERM');
      expect(await service.ended()).toBe(0);
    },
  };
}
type Service = Awaited<ReturnType<typeof start>>;

async function refused(dataDir: string, encryptionKey: string) {
  const service = spawnService({
    ...isolated(dataDir),
    GLOBAL_API_KEY: KEY,
    BOOTSTRAP_ACCESS_TOKEN: TOKEN,
    ENCRYPTION_KEY: encryptionKey,
  });
  return { code: await service.ended(), said: service.stderr() };
}

const openFile = (dataDir: string) =>
  openDatabase({ url: `file:${join(dataDir, 'gatehouse.db')}` });

/** Something in every column that is sealed. */
async function fill({ call }: Service, hook: string) {
  const webhookWithToken = { url: hook, format: 'evolution-go' };
  await call('POST', '/instance/create', {
    instanceName: 'shop',
    provider: 'sandbox',
    token: 'the-key-of-the-shop',
    webhook: webhookWithToken,
  });
  await call('GET', '/instance/connect/shop');
  await call('POST', '/sandbox/shop/scan', {});
  await until('the instance is open', async () => {
    const { body } = await call('GET', '/instance/connectionState/shop');
    return body.instance.state === 'open';
  });
  const sent = await call('POST', '/message/sendText/shop', TEXT, ONCE);
  const headers = { 'x-token': 'header-secret' };
  const settings = { ...webhookWithToken, enabled: true, headers };
  await call('POST', '/webhook/set/shop', settings);
  const proxy = { protocol: 'http', host: 'proxy.example.com', port: 3128 };
  const login = { username: 'shop', password: 'proxy-secret' };
  await call('POST', '/proxy/set/shop', { enabled: true, ...proxy, ...login });
  const { body: rotated } = await call('POST', '/webhook/secret/rotate/shop');
  const crm = { name: 'All', url: hook };
  const { body: webhook } = await call('POST', '/api/v1/webhooks', crm);
  await call('POST', `/api/v1/webhooks/${webhook.data.id}/rotate`);
  await call('POST', '/api/v1/mcp-servers', {
    name: 'Search',
    config_type: 'sse',
    config_json: { env: { TOKEN: 'secret-one' }, headers: { authorization: 'secret-two' } },
    environments: { KEY: 'secret-three' },
  });
  return { sent: sent.body, secret: String(rotated.secret) };
}

/** What is stored for a paired WhatsApp account. */
async function addWhatsApp(db: Database, vault: Vault): Promise<void> {
  const [row] = await db.query('select id from instances', []);
  const id = String(row?.[0]);
  const { credsSealed } = whatsappCredentials;
  const creds = vault.seal('{"me":1}', placeOf(credsSealed, id));
  await db.orm
    .insert(whatsappCredentials)
    .values({ instanceId: id, credsSealed: creds, updatedAt: 0 });
  const place = placeOf(whatsappKeys.valueSealed, id, 'session', 'a/b');
  const valueSealed = vault.seal('{"key":1}', place);
  await db.orm
    .insert(whatsappKeys)
    .values({ instanceId: id, type: 'session', id: 'a/b', valueSealed });
}

/** What is stored for a number of the official API. */
async function addCloudNumber(db: Database, vault: Vault): Promise<void> {
  const [row] = await db.query('select id from instances', []);
  const id = String(row?.[0]);
  const { accessTokenSealed, appSecretSealed, verifyTokenSealed } = cloudNumbers;
  await db.orm.insert(cloudNumbers).values({
    instanceId: id,
    phoneNumberId: '106540352242922',
    businessAccountId: '102290129340398',
    accessTokenSealed: vault.seal('access token', placeOf(accessTokenSealed, id)),
    appSecretSealed: vault.seal('app secret', placeOf(appSecretSealed, id)),
    verifyTokenSealed: vault.seal('verify token', placeOf(verifyTokenSealed, id)),
    facts: '{}',
    updatedAt: 0,
  });
}

/** What is stored for an endpoint whose receiver was asked for a verify token. */
async function addVerifyToken(db: Database, vault: Vault): Promise<void> {
  const [row] = await db.query('select instance_id, id from endpoints', []);
  const place = placeOf(endpoints.verifyTokenSealed, ...(row ?? []).map(String));
  await db.orm.update(endpoints).set({ verifyTokenSealed: vault.seal('verify token', place) });
}

/** Every sealed text of the database, opened, by its place; throws when one does not open. */
async function secretsIn(db: Database, vault: Vault): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { key, columns } of SEALED_TABLES)
    for (const { column, objects } of columns) {
      const [, ...names] = [column, ...key, column].map(({ name }) => name);
      const [table] = placeOf(column);
      const rows = await db.query(`select ${names.join(', ')} from ${table}`, []);
      for (const row of rows.filter((one) => one.at(-1) !== null)) {
        const [value, ...ids] = row.map(String).reverse();
        const texts = objects
          ? objects.flatMap((path) => textsAt(JSON.parse(value!), path))
          : [{ path: [], text: value! }];
        for (const { path, text } of texts) {
          const place = placeOf(column, ...ids.toReversed(), ...path);
          found.set(place.join(' '), vault.open(text, place));
        }
      }
    }
  return found;
}

const textsAt = (json: Record<string, never>, path: readonly string[]) =>
  Object.entries<string>(path.reduce((at, name) => at[name]!, json)).map(([name, text]) => ({
    path: [...path, name],
    text,
  }));

test('after a start with the new key and the old one, every secret opens with the new one alone', async () => {
  const dataDir = await freshDataDir();
  const hook = await startReceiver();
  const first = await start(dataDir, OLD);
  const { sent, secret } = await fill(first, hook.url);
  await first.stop();
  const db = await openFile(dataDir);
  await addWhatsApp(db, createVault(OLD));
  await addCloudNumber(db, createVault(OLD));
  await addVerifyToken(db, createVault(OLD));
  const before = await secretsIn(db, createVault(OLD));
  expect(
    new Set([...before.keys()].map((place) => place.split(' ').slice(0, 2).join(' '))).size,
  ).toBe(SEALED_TABLES.flatMap(({ columns }) => columns).length);
  await db.close();

  const changing = await start(dataDir, `${NEW},${OLD}`);
  expect(changing.stdout()).toContain('all secrets are sealed with the current ENCRYPTION_KEY');
  await changing.stop();

  const last = await start(dataDir, NEW);
  expect(last.stdout()).not.toContain('all secrets are sealed');
  expect((await last.call('GET', '/webhook/secret/shop')).body).toEqual({ secret });
  expect(await last.call('POST', '/message/sendText/shop', TEXT, ONCE)).toEqual({
    body: sent,
    isReplayed: true,
  });
  await last.call('POST', '/webhook/test/shop');
  const delivery = hook.requests.at(-1)!;
  expect(delivery.header('x-token')).toBe('header-secret');
  const headers = Object.fromEntries(delivery.headers);
  expect(() => new Webhook(secret).verify(delivery.body, headers)).not.toThrow();
  await hook.stop();
  await last.stop();
  const changed = await openFile(dataDir);
  expect(await secretsIn(changed, createVault(NEW))).toEqual(before);
  await changed.close();
  expect(await refused(dataDir, OLD)).toEqual({
    code: 78,
    said: 'ENCRYPTION_KEY is not the one this database was sealed with\n',
  });
});

test('78 with either key alone while the change from one to the other is unfinished', async () => {
  const dataDir = await freshDataDir();
  await (await start(dataDir, OLD)).stop();
  const db = await openFile(dataDir);
  const interrupted = {
    query: db.query,
    batch: (statements: Parameters<Database['batch']>[0]) =>
      statements.some(({ sql }) => sql.startsWith('delete'))
        ? Promise.reject(new Error('the process is gone'))
        : db.batch(statements),
  };
  const log = createLog('error', () => 0);
  await expect(openWithKeys(interrupted, createVault(NEW, OLD), log)).rejects.toThrow('is gone');
  await db.close();
  for (const key of [NEW, OLD]) {
    const { code, said } = await refused(dataDir, key);
    expect([code, said]).toEqual([78, expect.stringContaining('ENCRYPTION_KEY=new,old')]);
  }
  await (await start(dataDir, `${NEW},${OLD}`)).stop();
  await (await start(dataDir, NEW)).stop();
});
