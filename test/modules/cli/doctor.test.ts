/** `gatehouse doctor`, at services that are well and at some that are not. */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  cleanUp,
  copyStopped,
  freshDataDir,
  isolated,
  listening,
  spawnService,
} from '../../core/process/spawned-process.ts';
import { freePort } from '../../helpers/free-port.ts';
import { recordsIn, run } from './commands.ts';

afterAll(cleanUp);

async function doctor(environment: Record<string, string>) {
  const { code, out } = await run(['doctor', '--json'], environment);
  const findings = recordsIn(out);
  const of = (name: string) => findings.find(({ check }) => check === name);
  return { code, of, failures: findings.filter(({ result }) => result === 'failed') };
}

test('before the first start it finds nothing wrong, and leaves no file behind', async () => {
  const dataDir = await freshDataDir();
  const { code, of, failures } = await doctor({
    ...isolated(dataDir),
    PORT: `${await freePort()}`,
  });
  expect([code, failures]).toEqual([0, []]);
  expect(of('database')?.found).toBe('the first start creates it');
  expect(of('keys')?.found).toBe('the first start creates them');
  expect(of('sync time')?.found).toMatch(/^\d+\.\d\d ms$/);
  expect(of('port')?.found).toMatch(/^\d+ is free$/);
  expect(readdirSync(join(dataDir, '..'))).toEqual([]);
});

test('it checks nothing of modules that are left out', async () => {
  const environment = { ...isolated(await freshDataDir()), PORT: '0' };
  const all = await doctor(environment);
  for (const name of ['WhatsApp library', 'Graph API']) expect(all.of(name)).toBeDefined();
  const without = await doctor({
    ...environment,
    GATEHOUSE_WITHOUT: 'whatsapp,sandbox,graph',
    DEFAULT_PROVIDER: 'whatsapp-cloud',
  });
  for (const name of ['WhatsApp library', 'Graph API']) expect(without.of(name)).toBeUndefined();
  expect(without.code).toBe(0);
});

test('it shows which tenant limits are in force', async () => {
  const dataDir = await freshDataDir();
  const environment = { TENANT_LIMITS: 'strict', RATE_LIMIT_PER_MINUTE: '0' };
  const { of } = await doctor({ ...isolated(dataDir), ...environment, PORT: '0' });
  const found = String(of('tenant limits')?.found);
  expect(found).toStartWith('TENANT_LIMITS strict: RATE_LIMIT_PER_MINUTE off, ');
  expect(found).toContain('INSTANCE_STORAGE_LIMIT 1g');
});

test('beside a running service it finds that this has the port and that its database is whole', async () => {
  const dataDir = await freshDataDir();
  const port = `${await freePort()}`;
  const service = spawnService({ ...isolated(dataDir), PORT: port });
  await listening(service);
  const { code, of } = await doctor({ ...isolated(dataDir), PORT: port });
  expect(code).toBe(0);
  expect(of('port')?.found).toBe(`the service answers on ${port}`);
  expect(of('database')?.found).toContain('complete, version');
  expect(of('keys')?.found).toContain('secrets.json');
});

test('it names listed ids of the Graph API that an instance has, wrong ones, and that Meta is not reached', async () => {
  const dataDir = await freshDataDir();
  const service = spawnService({ ...isolated(dataDir), GLOBAL_API_KEY: 'a-global-key' });
  const gate = `http://127.0.0.1:${await listening(service)}`;
  const headers = { apikey: 'a-global-key', 'content-type': 'application/json' };
  const body = JSON.stringify({ instanceName: 'shop', provider: 'sandbox' });
  await fetch(`${gate}/instance/create`, { method: 'POST', headers, body });
  const answer = await fetch(`${gate}/instance/fetchInstances`, { headers });
  const [shop] = (await answer.json()) as { phoneNumberId: string; wabaId: string }[];
  if (shop === undefined) throw new Error('there is no instance');
  const closed = await freePort();
  const environment = { ...isolated(dataDir), PORT: '0', GRAPH_AT_ROOT: 'true' };
  const META_GRAPH_URL = `http://127.0.0.1:${closed}`;
  const listing = (GRAPH_PASS_THROUGH: string) =>
    doctor({ ...environment, GRAPH_PASS_THROUGH, META_GRAPH_URL });
  const own = await listing(`106540352242922,${shop.phoneNumberId},${shop.wabaId}`);
  const found = String(own.of('Graph API')?.found);
  for (const id of [shop.phoneNumberId, shop.wabaId]) expect(found).toContain(id);
  expect(found).not.toContain('106540352242922');
  expect(own.of('Graph API')).toMatchObject({
    result: 'warning',
    cure: 'remove them from GRAPH_PASS_THROUGH, or delete the instance',
  });
  expect(own.of('META_GRAPH_URL')?.result).toBe('failed');
  const others = await listing('106540352242922');
  expect(others.of('Graph API')).toMatchObject({
    result: 'ok',
    found: 'below /graph and at the root; ids passed on to Meta: 1',
  });
  const wrong = await listing('shop');
  expect(wrong.failures).toMatchObject([
    { found: expect.stringContaining('GRAPH_PASS_THROUGH is "shop"') },
  ]);
  const none = await doctor(environment);
  expect(none.of('Graph API')?.result).toBe('ok');
  expect(none.of('META_GRAPH_URL')).toBeUndefined();
});

test('it warns of a version of WhatsApp that is older than 60 days, once an instance is paired', async () => {
  const dataDir = await freshDataDir();
  await copyStopped(dataDir);
  const database = new Database(join(dataDir, 'gatehouse.db'));
  const store = (servedAt: number) =>
    database.run(
      "insert or replace into service_facts (name, value) values ('whatsapp_web_version', ?)",
      [`2.3000.999999999999 ${servedAt}`],
    );
  const version = async () => {
    const { of } = await doctor({ ...isolated(dataDir), PORT: '0' });
    return of('WhatsApp version');
  };
  store(Date.UTC(2020, 1, 3));
  database.run(
    "insert into instances (id, name, provider, state, phase, owner_jid, key_hash, created_at, updated_at) values ('1', 'shop', 'whatsapp', 'close', 'stopped', '1@s.whatsapp.net', '1', 0, 0)",
  );
  expect(await version()).toMatchObject({
    result: 'warning',
    found:
      'the newest known version is 2.3000.999999999999 of 2020-02-03, which WhatsApp may refuse',
    cure: expect.stringContaining('set WHATSAPP_WEB_VERSION'),
  });
  store(Date.now());
  expect((await version())?.result).toBe('ok');
  database.close();
});

test('wrong variables, a taken port, a lost key and servers that are not there each fail with their cure', async () => {
  const wrong = await doctor({ PORT: 'wrong', AMQP_URL: 'broker' });
  expect(wrong.code).toBe(1);
  expect(wrong.failures.map(({ found }) => found)).toEqual([
    expect.stringContaining('PORT is "wrong"'),
    expect.stringContaining('AMQP_URL is'),
  ]);
  const dataDir = await freshDataDir();
  await copyStopped(dataDir);
  rmSync(join(dataDir, 'secrets.json'));
  chmodSync(dataDir, 0o755);
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') });
  const { port: taken } = other;
  const closed = await freePort();
  const { code, of } = await doctor({
    ...isolated(dataDir),
    PORT: `${taken}`,
    NATS_URL: `nats://127.0.0.1:${closed}`,
  });
  await other.stop(true);
  expect(code).toBe(1);
  expect(of('port')).toMatchObject({
    result: 'failed',
    found: `PORT ${taken} is taken by another process`,
    cure: 'stop what has the port, or set PORT and HOST',
  });
  expect(of('keys')).toMatchObject({
    result: 'failed',
    found: expect.stringMatching(/ exists but .*secrets\.json does not$/),
    cure: expect.stringContaining('restore that file'),
  });
  expect(of('NATS_URL')).toMatchObject({
    result: 'failed',
    found: `127.0.0.1:${closed}: connection_refused: nothing accepts connections there`,
    cure: 'start that server, or correct NATS_URL',
  });
  expect(of('data folder')).toMatchObject({ result: 'warning', cure: `chmod 700 ${dataDir}` });
});

test('an address that the start would refuse is refused here too, and a set ENCRYPTION_KEY needs no file beside its database', async () => {
  const dataDir = await freshDataDir();
  await copyStopped(dataDir);
  rmSync(join(dataDir, 'secrets.json'));
  const { of } = await doctor({
    ...isolated(dataDir),
    HOST: '192.0.2.1',
    PORT: `${await freePort()}`,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  expect(of('port')).toMatchObject({
    result: 'failed',
    found: 'HOST "192.0.2.1" is not an address of this machine',
  });
  expect(of('keys')?.result).toBe('ok');
});

test('it leaves a file with secrets as it is, even if others can read it', async () => {
  const dataDir = await freshDataDir();
  await copyStopped(dataDir);
  const file = join(dataDir, 'secrets.json');
  chmodSync(file, 0o644);
  const { of } = await doctor({ ...isolated(dataDir), PORT: '0' });
  expect(of('keys')?.result).toBe('ok');
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

test('a backup copied by hand beside the log of a killed service is refused by a start and by doctor, and restore mends it', async () => {
  const dataDir = await freshDataDir();
  await copyStopped(dataDir);
  const environment = isolated(dataDir);
  const database = join(dataDir, 'gatehouse.db');
  const backups = join(dataDir, 'backups');
  expect((await run(['backup', backups], environment)).code).toBe(0);
  const [backup = ''] = readdirSync(backups).map((name) => join(backups, name));
  const killed = spawnService(environment);
  const url = `http://127.0.0.1:${await listening(killed)}/instance/create`;
  const { globalApiKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const headers = { apikey: globalApiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ instanceName: 'shop', provider: 'sandbox' });
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
  killed.signal('SIGKILL');
  await killed.ended();
  expect(statSync(`${database}-wal`).size).toBeGreaterThan(0);
  copyFileSync(backup, database);
  const refused = spawnService(environment);
  expect(await refused.ended()).toBe(78);
  expect(refused.stderr()).toContain('gatehouse restore BACKUP');
  const { code, of } = await doctor({ ...environment, PORT: `${await freePort()}` });
  expect([code, of('database')?.result]).toEqual([1, 'failed']);
  expect(of('database')?.cure).toContain('gatehouse restore BACKUP');
  expect((await run(['restore', backup], environment)).code).toBe(0);
  const service = spawnService(environment);
  await listening(service);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
}, 60_000);
