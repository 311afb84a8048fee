/** Where a service that is told `DATA_DIR` alone keeps what it must not lose. */
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundledService } from '../../helpers/bundle.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { bun, cleanUp, listening, RUNTIME_OPTIONS, spawnProcess } from './spawned-process.ts';

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
  expect(records.find(({ check }) => check === 'database').found).toStartWith(
    `${database}: complete`,
  );
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

test('a database in ./data is left alone where DATA_DIR names another folder, and nothing is said of it', async () => {
  const [cwd, dataDir] = [temporaryFolder(), join(temporaryFolder(), 'data')];
  mkdirSync(join(cwd, 'data'));
  await Bun.write(join(cwd, 'data', 'gatehouse.db'), 'of somebody else');
  const service = await startIn(cwd, dataDir);
  await service.stop();
  expect(readdirSync(dataDir)).toContain('gatehouse.db');
  expect(readdirSync(join(cwd, 'data'))).toEqual(['gatehouse.db']);
  const { records } = await recordsOf(['doctor'], dataDir, cwd);
  for (const words of [service.log(), JSON.stringify(records)])
    expect(words).not.toMatch(/\.\/data|DATABASE_URL|earlier/);
});
