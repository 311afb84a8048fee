/** Where a service that is told `DATA_DIR` alone keeps what it must not lose, and how it finds what earlier versions kept elsewhere. */
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundledService } from '../helpers/bundle.ts';
import { temporaryFolder } from '../helpers/database.ts';
import { bun, cleanUp, copyStopped, listening, RUNTIME_OPTIONS, spawnProcess } from './spawned.ts';

afterAll(cleanUp);

/** `DATA_DIR` is all that says where files go. */
const alone = (dataDir: string) => ({
  ...RUNTIME_OPTIONS,
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
});

const gatehouse = (words: string[], dataDir: string, cwd: string) =>
  spawnProcess([bun, 'run', bundledService(), ...words], alone(dataDir), cwd);

/** What a command says to a program. */
async function recordsOf(words: string[], dataDir: string, cwd: string) {
  const command = gatehouse([...words, '--json'], dataDir, cwd);
  await command.ended();
  const lines = command.stdout().trimEnd().split('\n');
  return { records: lines.map((line) => JSON.parse(line)), error: command.stderr() };
}

async function startIn(cwd: string, dataDir: string) {
  const service = gatehouse(['start'], dataDir, cwd);
  const url = `http://127.0.0.1:${await listening(service)}`;
  const stop = async () => {
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
  };
  return { url, stop, log: () => service.stdout() };
}

test('DATA_DIR alone moves secrets and database together, and every start and command from any folder finds them there', async () => {
  // What a URL would take for something else is a letter like any other in a path.
  const dataDir = join(temporaryFolder(), 'a%20 b#c?d%');
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  const one = await startIn(first, dataDir);
  const { globalApiKey: apikey } = await Bun.file(join(dataDir, 'secrets.json')).json();
  const made = await fetch(`${one.url}/instance/create`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ instanceName: 'shop', provider: 'sandbox' }),
  });
  expect(made.status).toBe(201);
  await one.stop();
  expect(readdirSync(dataDir).sort()).toEqual([
    'gatehouse.db',
    'gatehouse.db.lock',
    'secrets.json',
  ]);

  const again = await startIn(second, dataDir);
  const found = await fetch(`${again.url}/instance/fetchInstances`, { headers: { apikey } });
  expect(await found.json()).toMatchObject([{ instanceName: 'shop' }]);
  await again.stop();

  const database = join(dataDir, 'gatehouse.db');
  const { records } = await recordsOf(['doctor'], dataDir, second);
  expect(records.find(({ check }) => check === 'database').found).toStartWith(`${database}: whole`);
  const folder = temporaryFolder();
  const [backup] = (await recordsOf(['backup', folder], dataDir, second)).records;
  const [restored] = (await recordsOf(['restore', backup.file], dataDir, second)).records;
  expect(restored.database).toBe(database);
  const [audit] = (await recordsOf(['audit', 'verify'], dataDir, second)).records;
  expect(audit.count).toBeGreaterThan(0);
  const [admin] = (await recordsOf(['admin', 'token'], dataDir, second)).records;
  expect(admin.token).toBeString();
  expect([readdirSync(first), readdirSync(second)]).toEqual([[], []]);
});

/** A folder to work in with the database of an earlier version, and the data folder with its secrets. */
async function earlierLayout() {
  const [cwd, dataDir] = [temporaryFolder(), join(temporaryFolder(), 'data')];
  await copyStopped(dataDir);
  mkdirSync(join(cwd, 'data'));
  const move = (name: string) => renameSync(join(dataDir, name), join(cwd, 'data', name));
  for (const name of readdirSync(dataDir)) if (name.startsWith('gatehouse.db')) move(name);
  return { cwd, dataDir };
}

test('a database that an earlier version kept in ./data beside another DATA_DIR is found and used, and log and doctor say so', async () => {
  const { cwd, dataDir } = await earlierLayout();
  const warning = `DATABASE_URL is not set and ${join(dataDir, 'gatehouse.db')} is not there: ./data/gatehouse.db is used`;
  const service = await startIn(cwd, dataDir);
  const { accessToken } = await Bun.file(join(dataDir, 'secrets.json')).json();
  const headers = { api_access_token: accessToken };
  expect((await fetch(`${service.url}/api/v1/accounts`, { headers })).status).toBe(200);
  expect(service.log()).toContain(warning);
  expect(service.log()).toContain('DATABASE_URL=file:./data/gatehouse.db');
  expect(readdirSync(join(cwd, 'data'))).toContain('gatehouse.db.pid');
  await service.stop();
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  const { records } = await recordsOf(['doctor'], dataDir, cwd);
  const said = records.filter(({ result }) => result === 'warning').map(({ found }) => found);
  expect(said).toContainEqual(expect.stringContaining(warning));

  // Moved as the warning says, it is silent.
  for (const name of readdirSync(join(cwd, 'data')))
    renameSync(join(cwd, 'data', name), join(dataDir, name));
  rmSync(join(cwd, 'data'), { recursive: true });
  const moved = await recordsOf(['doctor'], dataDir, cwd);
  expect(JSON.stringify(moved.records)).not.toContain('DATABASE_URL');
});
