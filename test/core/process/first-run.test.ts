/** What a first start leaves on disk, and what a later one makes of it. */
import { afterAll, expect, test } from 'bun:test';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type Settings } from '../../../src/core/config/config.ts';
import type { Environment } from '../../../src/core/config/environment.ts';
import { resolveSecrets } from '../../../src/core/process/first-run.ts';
import { StartRefused } from '../../../src/core/process/refusal.ts';
import { welcomeText } from '../../../src/core/process/welcome.ts';

const root = await mkdtemp(join(tmpdir(), 'gatehouse-first-run-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const KEY = Buffer.alloc(32, 7).toString('base64');
const PRODUCTION = { NODE_ENV: 'production', GLOBAL_API_KEY: 'global-key', ENCRYPTION_KEY: KEY };
const LINK = '/manager#first/the-token';
let places = 0;

/** Settings with a data directory of their own that does not exist yet. */
function settingsFor(environment: Environment = {}): Settings & { file: string } {
  const dataDir = join(root, `place-${++places}`, 'data');
  const databaseUrl = `file:${join(dataDir, 'gatehouse.db')}`;
  const reading = readSettings(
    { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...environment },
    () => null,
  );
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  return { ...reading.settings, file: join(dataDir, 'secrets.json') };
}

const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const refusal = (settings: Settings) =>
  resolveSecrets(settings).then(
    () => null,
    (error) => error,
  );

test('the first start makes the data directory (0700) and its secrets (0600)', async () => {
  const settings = settingsFor();
  const { config, isGenerated } = await resolveSecrets(settings);
  expect(isGenerated).toBe(true);
  expect(await mode(settings.dataDir)).toBe('700');
  expect(await mode(settings.file)).toBe('600');
  expect(await readdir(settings.dataDir)).toEqual(['secrets.json']);
  expect(JSON.parse(await readFile(settings.file, 'utf8'))).toEqual({
    globalApiKey: config.globalApiKeys[0],
    encryptionKey: config.encryptionKeys[0],
    accessToken: config.bootstrapAccessToken,
  });
  expect(Buffer.from(config.encryptionKeys[0], 'base64')).toHaveLength(32);
  expect(config.globalApiKeys[0]).toMatch(/^[\w-]{43}$/);
  expect(config.bootstrapAccessToken).toMatch(/^[\w-]{43}$/);
  expect(config.bootstrapAccessToken).not.toBe(config.globalApiKeys[0]);
});

test('a later start reads them and generates nothing', async () => {
  const settings = settingsFor();
  const first = await resolveSecrets(settings);
  const before = await readFile(settings.file, 'utf8');
  const later = await resolveSecrets(settings);
  expect(later).toEqual({ config: first.config, isGenerated: false, warnings: [] });
  expect(await readFile(settings.file, 'utf8')).toBe(before);
});

test('of two first starts at once one writes, and both run on the same secrets', async () => {
  const settings = settingsFor();
  const both = await Promise.all([resolveSecrets(settings), resolveSecrets(settings)]);
  expect(both.filter((one) => one.isGenerated)).toHaveLength(1);
  expect(both[0].config).toEqual(both[1].config);
  expect(await readdir(settings.dataDir)).toEqual(['secrets.json']);
});

test('variables win over the file', async () => {
  const settings = settingsFor();
  const { config: first } = await resolveSecrets(settings);
  const { config } = await resolveSecrets({ ...settings, globalApiKeys: ['mine'] });
  expect(config.globalApiKeys).toEqual(['mine']);
  expect(config.encryptionKeys).toEqual(first.encryptionKeys);
});

test('with all three variables set no file is made', async () => {
  const settings = settingsFor({
    GLOBAL_API_KEY: 'g',
    ENCRYPTION_KEY: KEY,
    BOOTSTRAP_ACCESS_TOKEN: 't',
  });
  const { config, isGenerated } = await resolveSecrets(settings);
  expect(isGenerated).toBe(false);
  expect(config).toMatchObject({
    globalApiKeys: ['g'],
    encryptionKeys: [KEY],
    bootstrapAccessToken: 't',
  });
  expect(await readdir(settings.dataDir)).toEqual([]);
});

test('production generates nothing and needs no access token', async () => {
  const settings = settingsFor(PRODUCTION);
  const { config, isGenerated } = await resolveSecrets(settings);
  expect(isGenerated).toBe(false);
  expect(config.bootstrapAccessToken).toBeNull();
  expect(await readdir(settings.dataDir)).toEqual([]);
});

test('a data directory that others could enter is tightened to 0700, with a warning, once', async () => {
  for (const loose of [0o755, 0o770, 0o701]) {
    for (const environment of [{}, PRODUCTION]) {
      const settings = settingsFor(environment);
      await mkdir(settings.dataDir, { recursive: true });
      await chmod(settings.dataDir, loose);
      const shown = `was open to others (mode 0${loose.toString(8)}); its mode is 0700 now`;
      const { warnings } = await resolveSecrets(settings);
      expect(warnings).toEqual([`DATA_DIR "${settings.dataDir}" ${shown}`]);
      expect(await mode(settings.dataDir)).toBe('700');
      expect((await resolveSecrets(settings)).warnings).toEqual([]);
    }
  }
});

test('a data directory that is shared on purpose, as /tmp is, is left alone, with a warning', async () => {
  const settings = settingsFor();
  await mkdir(settings.dataDir, { recursive: true });
  await chmod(settings.dataDir, 0o1777);
  const { warnings } = await resolveSecrets(settings);
  expect(warnings).toEqual([
    `DATA_DIR "${settings.dataDir}" was open to others (mode 1777) and stays so: it is a shared folder`,
  ]);
  expect(await mode(settings.dataDir)).toBe('777');
});

test('a file that others could read is tightened, with a warning', async () => {
  const settings = settingsFor();
  await resolveSecrets(settings);
  await chmod(settings.file, 0o644);
  const { warnings } = await resolveSecrets(settings);
  expect(warnings).toEqual([`${settings.file} was readable by others; its mode is 0600 now`]);
  expect(await mode(settings.file)).toBe('600');
});

test.each([
  ['cut off', '{"globalApiKey": "abc", "encr'],
  ['empty', ''],
  ['another form', '[1, 2]'],
  ['null', 'null'],
  ['one missing', JSON.stringify({ globalApiKey: 'a', encryptionKey: KEY })],
  ['a bad key', JSON.stringify({ globalApiKey: 'a', encryptionKey: 'b', accessToken: 'c' })],
])('a damaged file (%s) is refused in one line and left as it is', async (_, text) => {
  const settings = settingsFor();
  await resolveSecrets(settings);
  await writeFile(settings.file, text);
  const error = await refusal(settings);
  expect(error).toBeInstanceOf(StartRefused);
  expect(error.exitCode).toBe(78);
  expect(error.message).toStartWith(`${settings.file} is damaged: `);
  expect(error.message).not.toContain('\n');
  expect(await readFile(settings.file, 'utf8')).toBe(text);
});

test('a database without its secrets file is refused by naming ENCRYPTION_KEY, and nothing is generated', async () => {
  const settings = settingsFor();
  await resolveSecrets(settings);
  await writeFile(join(settings.dataDir, 'gatehouse.db'), 'rows');
  await rm(settings.file);
  const error = await refusal(settings);
  expect(error).toBeInstanceOf(StartRefused);
  expect(error.exitCode).toBe(78);
  expect(error.message).toContain('ENCRYPTION_KEY');
  expect(await readdir(settings.dataDir)).toEqual(['gatehouse.db']);
  const { isGenerated } = await resolveSecrets({ ...settings, encryptionKeys: [KEY] });
  expect(isGenerated).toBe(true);
});

test('a DATA_DIR that cannot be a directory is refused by name', async () => {
  const occupied = join(root, 'a-file');
  await writeFile(occupied, '');
  const error = await refusal({ ...settingsFor(), dataDir: occupied });
  expect(error).toBeInstanceOf(StartRefused);
  expect(error.message).toStartWith(`DATA_DIR "${occupied}" cannot be used: `);
});

test('the welcome shows what was generated and a line that can be pasted', async () => {
  const settings = settingsFor();
  const { config } = await resolveSecrets(settings);
  const text = welcomeText(config, settings, { port: 4321, hasSeeded: true, firstVisit: LINK });
  expect(text).toContain('http://localhost:4321/swagger');
  expect(text).toContain('http://localhost:4321/manager');
  expect(text).toContain(`api_access_token  ${config.bootstrapAccessToken}`);
  expect(text).toContain(`apikey            ${config.globalApiKeys[0]}`);
  expect(text).toContain('http://localhost:4321/manager#first/the-token\n');
  expect(text).toContain('http://localhost:4321/instance/create');
  expect(text).not.toContain(config.encryptionKeys[0]);
});

test('the welcome names what came from the environment and does not show it', async () => {
  const settings = settingsFor({
    GLOBAL_API_KEY: 'mine-alone',
    PUBLIC_URL: 'https://gate.example.com',
  });
  const { config, isGenerated } = await resolveSecrets(settings);
  expect(isGenerated).toBe(true);
  const text = welcomeText(config, settings, { port: 4321, hasSeeded: true, firstVisit: LINK });
  expect(text).not.toContain('mine-alone');
  expect(text).toContain('(as set in GLOBAL_API_KEY)');
  expect(text).toContain('apikey: $GLOBAL_API_KEY');
  expect(text).toContain('https://gate.example.com/swagger');
});

test('the welcome shows no access token that the database does not know, such as on a second node', async () => {
  const settings = settingsFor();
  const { config } = await resolveSecrets(settings);
  const text = welcomeText(config, settings, { port: 4321, hasSeeded: false, firstVisit: LINK });
  expect(text).not.toContain(config.bootstrapAccessToken ?? '');
  expect(text).toContain('api_access_token  (belongs to a user who was in the database before)');
});

test('the welcome opens no manager where that is left out', async () => {
  const settings = settingsFor({ GATEHOUSE_WITHOUT: 'manager,portal' });
  const { config } = await resolveSecrets(settings);
  const text = welcomeText(config, settings, { port: 4321, hasSeeded: true, firstVisit: null });
  expect(text).not.toContain('manager');
  expect(text).toContain('\nCreate a sandbox instance');
});

test('the welcome shows no access token where the accounts are left out', async () => {
  const settings = settingsFor({ GATEHOUSE_WITHOUT: 'crm' });
  const { config } = await resolveSecrets(settings);
  const text = welcomeText(config, settings, { port: 4321, hasSeeded: false, firstVisit: LINK });
  expect(text).toContain(`apikey            ${config.globalApiKeys[0]}`);
  expect(text).not.toContain('api_access_token');
});
