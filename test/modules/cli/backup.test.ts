/** `gatehouse backup` and `restore`, beside a running service and without one. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { readLastBackup } from '../../../src/core/db/last-backup.ts';
import {
  cleanUp,
  copyStopped,
  freshDataDir,
  isolated,
  listening,
  type SpawnedProcess,
  spawnService,
} from '../../core/process/spawned-process.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { recordsIn, run } from './commands.ts';

const KEY = 'key-of-this-test';
let dataDir: string;
let service: SpawnedProcess;
let create: (name: string) => Promise<unknown>;

beforeAll(async () => {
  dataDir = await freshDataDir();
  await begin();
});
afterAll(cleanUp);

async function begin() {
  service = spawnService({ ...isolated(dataDir), GLOBAL_API_KEY: KEY });
  const url = `http://127.0.0.1:${await listening(service)}`;
  create = (instanceName) =>
    fetch(`${url}/instance/create`, {
      method: 'POST',
      headers: { apikey: KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ instanceName, provider: 'sandbox' }),
    });
}

const namesIn = (file: string): unknown[] => {
  using database = new Database(file, { readonly: true });
  return database.query('select name from instances order by name').values().flat();
};
/** The ids by which clients of the Graph API name the first instance. */
const idsIn = (file: string): unknown[] => {
  using database = new Database(file, { readonly: true });
  const first = 'select phone_number_id, waba_id from instances order by name limit 1';
  return database.query(first).values().flat();
};
const file = () => join(dataDir, 'gatehouse.db');
const command = (...words: string[]) => run(words, isolated(dataDir));

async function backup(folder: string): Promise<string> {
  const { code, out, error } = await command('backup', folder, '--json');
  expect(code).toBe(0);
  expect(error).toContain(`Store ${join(dataDir, 'secrets.json')} too`);
  const [made] = recordsIn(out);
  return String(made?.file);
}

test('a backup is made while the service runs, a restore is refused then, and brings back what was there', async () => {
  await create('before');
  const folder = join(temporaryFolder(), 'backups');
  const made = await backup(folder);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(statSync(made).mode & 0o077).toBe(0);
  expect(namesIn(made)).toEqual(['before']);
  const bytes = statSync(made).size;
  expect(await readLastBackup(file())).toMatchObject({ file: made, bytes });
  expect(statSync(`${file()}.last-backup`).mode & 0o077).toBe(0);

  const ids = idsIn(file());
  await create('after');
  const refused = await command('restore', made);
  expect([refused.code, refused.out]).toEqual([75, '']);
  expect(refused.error).toContain(`is in use by the process with pid ${service.pid}`);

  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  const { code, out } = await command('restore', made, '--json');
  expect(code).toBe(0);
  expect(namesIn(file())).toEqual(['before']);
  const [said] = recordsIn(out);
  expect(namesIn(String(said?.replaced))).toEqual(['after', 'before']);
  await begin();
  expect(idsIn(file())).toEqual(ids);
  await create('later');
  expect(namesIn(file())).toEqual(['before', 'later']);
});

test('what was committed but is still in the log is in the backup, and in what a restore replaces', async () => {
  const other = await freshDataDir();
  await copyStopped(other);
  const path = join(other, 'gatehouse.db');
  const made = await run(['backup', temporaryFolder(), '--json'], isolated(other));
  const [copy] = recordsIn(made.out);
  const writer = new Database(path);
  writer.run('PRAGMA journal_mode = WAL');
  writer.run("update users set name = 'changed in the log'");
  const { code, out } = await run(['restore', String(copy?.file), '--json'], isolated(other));
  expect(code).toBe(0);
  writer.close();
  using replaced = new Database(String(recordsIn(out)[0]?.replaced), { readonly: true });
  expect(replaced.query('select distinct name from users').values()).toEqual([
    ['changed in the log'],
  ]);
});

test('what a restore replaces has every commit also while another process reads it, and is restored only with them', async () => {
  const other = await freshDataDir();
  await copyStopped(other);
  const path = join(other, 'gatehouse.db');
  const folder = temporaryFolder();
  const made = await run(['backup', folder, '--json'], isolated(other));
  const [copy] = recordsIn(made.out);
  const writer = new Database(path);
  writer.run('PRAGMA journal_mode = WAL');
  const reader = new Database(path, { readonly: true });
  reader.run('BEGIN');
  reader.query('select count(*) from users').values();
  writer.run("update users set name = 'changed while it was read'");
  const { code, out } = await run(['restore', String(copy?.file), '--json'], isolated(other));
  expect(code).toBe(0);
  for (const connection of [reader, writer]) connection.close();
  const replaced = String(recordsIn(out)[0]?.replaced);
  const alone = await run(['restore', replaced], isolated(other));
  expect([alone.code, alone.error]).toEqual([
    2,
    expect.stringContaining(`${replaced} has commits in ${replaced}-wal, which would be left out`),
  ]);
  writeFileSync(`${replaced}.of-another-state`, readFileSync(String(copy?.file)));
  writeFileSync(`${replaced}.of-another-state-wal`, readFileSync(`${replaced}-wal`));
  expect((await run(['restore', `${replaced}.of-another-state`], isolated(other))).code).toBe(0);
  const both = { ...isolated(other), DATABASE_URL: `file:${replaced}` };
  const again = await run(['backup', folder, '--json'], both);
  using whole = new Database(String(recordsIn(again.out)[0]?.file), { readonly: true });
  expect(whole.query('select distinct name from users').values()).toEqual([
    ['changed while it was read'],
  ]);
});

test('--keep removes older backups, and never the one that was just made, however far ahead the clock was before', async () => {
  const folder = temporaryFolder();
  const dated = (year: number) => `gatehouse-${year}0101T000000000Z.db`;
  for (const year of [2998, 2999]) writeFileSync(join(folder, dated(year)), 'of a clock ahead');
  const { code, out, error } = await command('backup', folder, '--keep', '2', '--json');
  expect(code).toBe(0);
  expect(error).toContain(`removed ${join(folder, dated(2998))}`);
  const [made] = recordsIn(out);
  const left = readdirSync(folder).map((name) => join(folder, name));
  expect(left.sort()).toEqual([String(made?.file), join(folder, dated(2999))]);
});

test('what is damaged, something else, of a newer version or not there is no backup, and nothing changes', async () => {
  const other = await freshDataDir();
  await copyStopped(other);
  const path = join(other, 'gatehouse.db');
  const [copy] = recordsIn(
    (await run(['backup', temporaryFolder(), '--json'], isolated(other))).out,
  );
  const good = readFileSync(String(copy?.file));
  const folder = temporaryFolder();
  const written = (name: string, content: Uint8Array | string) => {
    const at = join(folder, name);
    writeFileSync(at, content);
    return at;
  };
  const newer = written('newer.db', good);
  const connection = new Database(newer);
  connection.run("insert into migrations (name, applied_at) values ('9999_later', 1)");
  connection.close();
  const edited = written('edited.db', good);
  using otherBuild = new Database(edited);
  otherBuild.run("update migrations set fingerprint = 'of another build'");
  const earlier = written('earlier.db', good);
  using earlierBuild = new Database(earlier);
  earlierBuild.run('alter table migrations drop column fingerprint');
  const foreign = join(folder, 'foreign.db');
  new Database(foreign).run('create table t (a)');
  const damaged = Uint8Array.from(good);
  damaged.fill(0xff, 8192, 8192 + 16_384);
  const before = readFileSync(path);
  for (const [at, code, why] of [
    [join(folder, 'nowhere.db'), 2, 'there is no file'],
    [written('text.db', 'hello'.repeat(1000)), 78, 'cannot be used'],
    [foreign, 78, 'it is no database of Gatehouse'],
    [newer, 78, 'by a newer version (9999_later)'],
    [edited, 78, 'edited.db cannot be used: it was made by a build between releases'],
    [earlier, 78, 'earlier.db cannot be used: it was made by a build between releases'],
    [written('short.db', good.subarray(0, good.length >> 1)), 78, 'cannot be used'],
    [written('damaged.db', damaged), 78, 'cannot be used'],
  ] as const) {
    const refused = await run(['restore', at], isolated(other));
    expect([at, refused.code]).toEqual([at, code]);
    expect(refused.error).toContain(why);
    expect(refused.error.trimEnd().split('\n')).toHaveLength(1);
  }
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(other).filter((name) => name.includes('partial'))).toEqual([]);
});

test('after an upgrade was taken back, a database whose newer tables this version can work with is backed up and restored', async () => {
  const other = await freshDataDir();
  await copyStopped(other);
  const connection = new Database(join(other, 'gatehouse.db'));
  const later = 'insert into migrations (name, applied_at, needs) values (?, 1, ?)';
  for (const name of ['9998_later', '9999_later']) connection.run(later, [name, version]);
  connection.close();
  const place = temporaryFolder();
  const made = await run(['backup', place, '--json'], isolated(other));
  const [copy] = recordsIn(made.out);
  expect([made.code, copy?.version]).toEqual([0, '9999_later']);
  const restored = await run(['restore', String(copy?.file)], isolated(other));
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('9999_later')]);
});

test('a backup without a database, to a file, or of a server is refused', async () => {
  const empty = await freshDataDir();
  const none = await run(['backup', temporaryFolder()], isolated(empty));
  expect([none.code, none.error]).toEqual([
    78,
    `there is no database ${join(empty, 'gatehouse.db')} yet\n`,
  ]);
  const toFile = await command('backup', file());
  expect([toFile.code, toFile.error]).toEqual([
    2,
    expect.stringContaining('cannot be used as a folder'),
  ]);
  const server = { ...isolated(dataDir), DATABASE_URL: 'libsql://db.example.com' };
  expect((await run(['backup', temporaryFolder()], server)).code).toBe(78);
});
