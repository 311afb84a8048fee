/** The command that makes a new super-admin token, as its own process beside a running service and without one. */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnCommand,
  spawnService,
} from './spawned-process.ts';

afterAll(cleanUp);

const FIRST = 'the-first-token-of-this-test';
const SECRET = /^(gth_[\w-]{40,})\n$/;
const NOTE =
  'Token of the super_admin admin@gatehouse.invalid: it opens every account. Copy it now: it is not shown again.\n';

const fileIn = (dataDir: string) => join(dataDir, 'gatehouse.db');

async function served(dataDir: string) {
  const service = spawnService({ ...isolated(dataDir), BOOTSTRAP_ACCESS_TOKEN: FIRST });
  const origin = `http://127.0.0.1:${await listening(service)}`;
  return {
    async get(path: string, token: string) {
      const headers = { api_access_token: token };
      const response = await fetch(`${origin}/api/v1${path}`, { headers });
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
      return { status: response.status, body: (await response.json()) as any };
    },
    async stop() {
      service.signal('SIGTERM');
      expect(await service.ended()).toBe(0);
    },
  };
}

/** Exit code, stdout and stderr of the command. */
async function makeToken(dataDir: string, ...args: string[]): Promise<[number, string, string]> {
  const run = spawnCommand(['admin', 'token', ...args], dataDir);
  return [await run.ended(), run.stdout(), run.stderr()];
}

/** Writes to the database as another process of the machine does. */
function tamper(dataDir: string, sql: string): void {
  using connection = new Database(fileIn(dataDir), { create: false, readwrite: true });
  connection.run('PRAGMA busy_timeout = 5000');
  connection.run(sql);
}

async function stoppedService(): Promise<string> {
  const dataDir = await freshDataDir();
  await (await served(dataDir)).stop();
  return dataDir;
}

test('beside a running service it makes a token that works at once, and an audit row', async () => {
  const dataDir = await freshDataDir();
  const service = await served(dataDir);
  tamper(dataDir, 'update access_tokens set expires_at = 1');
  expect((await service.get('/permissions', FIRST)).status).toBe(401);
  const [code, out, note] = await makeToken(dataDir);
  expect([code, note]).toEqual([0, NOTE]);
  const token = SECRET.exec(out)?.[1] ?? '';
  const { body } = await service.get('/permissions', token);
  expect(body.data.role_data.key).toBe('super_admin');
  const log = await service.get('/audit_logs?resource=access_tokens', token);
  expect(log.body.data[0]).toMatchObject({ action: 'recover', after: { account_id: null } });
  const list = await service.get('/access_tokens', token);
  expect(list.body.data.map(({ id }: { id: string }) => id)).toContain(
    log.body.data[0].resource_id,
  );
  expect(JSON.stringify([log.body, list.body])).not.toContain(token);
  await service.stop();
});

test('without a running service it makes one that works after the next start', async () => {
  const dataDir = await stoppedService();
  const [code, out] = await makeToken(dataDir);
  expect(code).toBe(0);
  expect(existsSync(`${fileIn(dataDir)}.pid`)).toBe(false);
  const service = await served(dataDir);
  expect((await service.get('/permissions', SECRET.exec(out)?.[1] ?? '')).status).toBe(200);
  await service.stop();
});

test('78 where there is no database: nothing is created', async () => {
  const dataDir = await freshDataDir();
  const [code, out, error] = await makeToken(dataDir);
  expect([code, out]).toEqual([78, '']);
  expect(error).toMatch(/^database file .*gatehouse\.db: unable to open database file\n$/);
  expect(existsSync(dataDir)).toBe(false);
});

test('78 a database of another version is left as it is', async () => {
  const dataDir = await stoppedService();
  tamper(dataDir, 'delete from migrations where name = (select max(name) from migrations)');
  const [older, , toMigrate] = await makeToken(dataDir);
  expect([older, toMigrate]).toEqual([
    78,
    expect.stringContaining('start the service of this version first'),
  ]);
  tamper(dataDir, "insert into migrations (name, applied_at) values ('9999_later', 1)");
  const [newer, , written] = await makeToken(dataDir);
  expect([newer, written]).toEqual([78, expect.stringContaining('by a newer version')]);
  using connection = new Database(fileIn(dataDir), { readonly: true });
  expect(connection.query('select count(*) from access_tokens').values()).toEqual([[1]]);
});

test('2 arguments, which it does not take, and 78 a database without a user', async () => {
  const dataDir = await stoppedService();
  expect(await makeToken(dataDir, 'please')).toEqual([
    2,
    '',
    'admin token does not take "please"; usage: gatehouse admin token\n',
  ]);
  tamper(dataDir, 'PRAGMA foreign_keys = ON; delete from users; delete from accounts');
  const [code, out, error] = await makeToken(dataDir);
  expect([code, out, error]).toEqual([
    78,
    '',
    `the database has no user yet: start the service: it creates a user whose token is accessToken in ${join(dataDir, 'secrets.json')}\n`,
  ]);
});

test('in production without a bootstrap token the start names this command, which makes the first user beside it', async () => {
  const dataDir = await freshDataDir();
  const production = {
    ...isolated(dataDir),
    NODE_ENV: 'production',
    GLOBAL_API_KEY: 'the-global-key-of-this-test-in-production',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const service = spawnService(production);
  const origin = `http://127.0.0.1:${await listening(service)}`;
  const permissions = (token: string) =>
    fetch(`${origin}/api/v1/permissions`, { headers: { api_access_token: token } });
  expect(service.stdout()).toContain('run `gatehouse admin token` where the service runs');
  expect((await permissions('any')).status).toBe(401);
  // Where the variables of the service are not at hand, its folder is enough.
  const [code, out, note] = await makeToken(dataDir);
  expect([code, note]).toEqual([0, NOTE]);
  expect((await permissions(SECRET.exec(out)?.[1] ?? '')).status).toBe(200);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  const again = spawnService(production);
  await listening(again);
  expect(again.stdout()).not.toContain('admin token');
  again.signal('SIGTERM');
  expect(await again.ended()).toBe(0);
});
