/** The service as a process: first start, later starts, one owner per database. */
import { afterAll, expect, test } from 'bun:test';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnProcess,
  spawnService,
} from './spawned-process.ts';

afterAll(cleanUp);

const secretsOf = async (dataDir: string): Promise<Record<string, string>> =>
  Bun.file(join(dataDir, 'secrets.json')).json();

test('the first start prints its credentials, a later one does not', async () => {
  const dataDir = await freshDataDir();
  const first = spawnService(isolated(dataDir));
  const port = await listening(first);
  const { globalApiKey, accessToken, encryptionKey } = await secretsOf(dataDir);
  for (const shown of [globalApiKey!, accessToken!, `${port}/swagger`, `${port}/manager`]) {
    expect(first.stdout()).toContain(shown);
  }
  expect(first.stdout()).not.toContain(encryptionKey!);
  first.signal('SIGTERM');
  expect(await first.ended()).toBe(0);

  const later = spawnService(isolated(dataDir));
  await listening(later);
  later.signal('SIGINT');
  expect(await later.ended()).toBe(0);
  expect(later.stdout()).not.toContain(globalApiKey!);
  expect(later.stdout()).not.toContain(accessToken!);
  expect(await secretsOf(dataDir)).toMatchObject({ globalApiKey, accessToken, encryptionKey });
});

test('a signal ends the service at once although it has refused bodies without reading them', async () => {
  const service = spawnService(isolated(await freshDataDir()));
  const origin = `http://127.0.0.1:${await listening(service)}`;
  const body = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) });
  const headers = { 'content-type': 'application/json' };
  const refused = await fetch(`${origin}/message/sendText/shop`, { method: 'POST', headers, body });
  expect([refused.status, (await refused.text()) !== '']).toEqual([401, true]);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
});

const hasCurl = Bun.which('curl') !== null;
if (!hasCurl && process.env.CI) throw new Error('curl is needed: install curl');

test.skipIf(!hasCurl)('the line it prints creates a sandbox instance and connects it', async () => {
  const service = spawnService(isolated(await freshDataDir()));
  await listening(service);
  const [line] = await service.printed(/^curl .*$/m);
  const shell = spawnProcess(['sh', '-c', line]);
  expect([await shell.ended(), shell.stderr()]).toEqual([0, '']);
  expect(shell.stdout()).toContain('"instanceName":"demo"');
  expect(shell.stdout()).toContain('"base64":"data:image/png;base64,');
});

test('no secret is in its log lines, at the finest level, refused requests included', async () => {
  const dataDir = await freshDataDir();
  const service = spawnService({ ...isolated(dataDir), LOG_LEVEL: 'trace' });
  const origin = `http://127.0.0.1:${await listening(service)}`;
  const { globalApiKey, accessToken, encryptionKey } = await secretsOf(dataDir);
  const created = await fetch(`${origin}/instance/create`, {
    method: 'POST',
    headers: { apikey: globalApiKey!, 'content-type': 'application/json' },
    body: JSON.stringify({ instanceName: 'quiet', provider: 'sandbox' }),
  });
  const { apikey } = (await created.json()) as { apikey: string };
  expect(apikey).toBeString();
  await fetch(`${origin}/instance/fetchInstances?apikey=${apikey}`, { headers: { apikey } });
  await fetch(`${origin}/instance/connect/quiet`, { headers: { apikey: `${apikey}x` } });
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  const logged = `${service
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n')}${service.stderr()}`;
  for (const secret of [globalApiKey!, accessToken!, encryptionKey!, apikey]) {
    expect(logged).not.toContain(secret);
  }
});

test('a second process on the same database file is refused with the id of the one that has it', async () => {
  const dataDir = await freshDataDir();
  const holder = spawnService(isolated(dataDir));
  await listening(holder);
  const second = spawnService(isolated(dataDir));
  expect(await second.ended()).toBe(75);
  expect(second.stderr().trim().split('\n')).toEqual([expect.stringContaining(String(holder.pid))]);
  const port = await listening(holder);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
});

test('after a kill -9 the database is free for the next start', async () => {
  const dataDir = await freshDataDir();
  const killed = spawnService(isolated(dataDir));
  await listening(killed);
  killed.signal('SIGKILL');
  await killed.ended();
  const next = spawnService(isolated(dataDir));
  expect(await listening(next)).toBeGreaterThan(0);
});

test('everything it writes is for its own user alone', async () => {
  const dataDir = await freshDataDir();
  await listening(spawnService(isolated(dataDir)));
  const names = await readdir(dataDir);
  expect(names).toContain('gatehouse.db');
  const modes = await Promise.all(
    ['', ...names].map(async (name) => (await stat(join(dataDir, name))).mode & 0o077),
  );
  expect(modes.filter((forOthers) => forOthers !== 0)).toEqual([]);
});

test('a database whose secrets file is gone is refused, and so is another key', async () => {
  const dataDir = await freshDataDir();
  const first = spawnService(isolated(dataDir));
  await listening(first);
  first.signal('SIGTERM');
  expect(await first.ended()).toBe(0);
  await rm(join(dataDir, 'secrets.json'));

  const without = spawnService(isolated(dataDir));
  const other = Buffer.alloc(32, 7).toString('base64');
  expect(await without.ended()).toBe(78);
  expect(without.stderr()).toContain('ENCRYPTION_KEY');
  const withAnother = spawnService({ ...isolated(dataDir), ENCRYPTION_KEY: other });
  expect(await withAnother.ended()).toBe(78);
  expect(withAnother.stderr()).toContain('ENCRYPTION_KEY');
  expect(withAnother.stderr()).not.toContain(other);
});
