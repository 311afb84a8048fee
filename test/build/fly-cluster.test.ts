/** Several machines at Fly as they are written down: what fly.cluster.toml says, the service must understand. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { TOML } from 'bun';
import { readSettings } from '../../src/core/config/config.ts';
import type { Environment } from '../../src/core/config/environment.ts';
import { VARIABLES } from '../../src/core/config/variables.ts';
import { databasePath } from '../../src/core/shared/database-url.ts';
import { projectDir, spawnProcess } from '../core/process/spawned-process.ts';
import { temporaryFolder } from '../helpers/database.ts';
import { readDockerfile } from './dockerfile.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a file says is what the test is about.
const readToml = async (name: string): Promise<any> =>
  TOML.parse(await Bun.file(join(projectDir, name)).text());

const fly = await readToml('fly.cluster.toml');
const { stages, imageOf } = await readDockerfile();

const SECRETS = { GLOBAL_API_KEY: 'x'.repeat(40), ENCRYPTION_KEY: btoa('x'.repeat(32)) };
const SERVER = { ...SECRETS, DATABASE_URL: 'libsql://gatehouse.example.com' };
/** As Fly gives them to a machine. */
const MACHINE = { FLY_MACHINE_ID: '148ed726c54768', FLY_PRIVATE_IP: 'fdaa:0:18:a7b:7d:7:c1d:2' };

const read = (environment: Environment) =>
  readSettings({ ...imageOf('fly').environment, ...fly.env, ...environment }, () => null);

/** The words of the image's start, which ends in the command that is given, on a machine of Fly. */
async function startedWith(
  environment: Record<string, string>,
  deployment: Record<string, string> = fly.env,
): Promise<string> {
  const DATA_DIR = temporaryFolder();
  const started = spawnProcess(
    ['sh', join(projectDir, 'scripts/container-start'), 'sh', '-c', 'echo "$NODE_NAME $NODE_URL"'],
    { NODE_NAME: '', NODE_URL: '', ...deployment, ...MACHINE, ...environment, DATA_DIR },
  );
  expect([await started.ended(), started.stderr()]).toEqual([0, '']);
  return started.stdout().trim();
}

test('a machine at Fly without the address of a database server does not start', () => {
  const reading = read(SECRETS);
  expect('faults' in reading && reading.faults).toEqual([
    expect.stringContaining(VARIABLES.databaseUrl.name),
  ]);
});

test('machines at Fly keep nothing of their own, and listen where the others reach them', () => {
  const reading = read(SERVER);
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  const { settings, warnings } = reading;
  expect(warnings).toEqual([]);
  expect(databasePath(settings.databaseUrl)).toBeNull();
  expect([settings.host, settings.port]).toEqual(['::', fly.http_service.internal_port]);
  expect(fly).not.toHaveProperty('mounts');
  const known = Object.values(VARIABLES).map(({ name }) => name);
  for (const name of Object.keys(fly.env)) expect(known).toContain(name);
});

test('each machine at Fly is a node with its own name and address, unless these are set', async () => {
  expect(await startedWith(SERVER)).toBe('148ed726c54768 http://[fdaa:0:18:a7b:7d:7:c1d:2]:8080');
  const node = { NODE_NAME: 'one', NODE_URL: 'http://one.internal:80' };
  expect(await startedWith({ ...SERVER, ...node })).toBe('one http://one.internal:80');
  const [, url = ''] = (await startedWith(SERVER)).split(' ');
  const reading = read({ ...SERVER, NODE_URL: url });
  expect('settings' in reading && reading.settings.nodeUrl).toBe(url);
});

test('a machine with a database file of its own is no node', async () => {
  const alone = await readToml('fly.toml');
  expect(await startedWith(SECRETS, alone.env)).toBe('');
});

test('machines at Fly are replaced one after another, each with the time to hand over what it has', () => {
  expect(fly.build).toMatchObject({ dockerfile: 'Dockerfile' });
  expect(stages.map(({ name }) => name)).toContain(fly.build['build-target']);
  expect(fly.deploy).toEqual({ strategy: 'rolling', max_unavailable: 1 });
  expect([fly.kill_signal, fly.kill_timeout]).toEqual(['SIGTERM', '45s']);
  expect(fly.http_service.auto_stop_machines).toBe('off');
  expect(fly.http_service.checks).toMatchObject([{ method: 'GET', path: '/ready' }]);
});
