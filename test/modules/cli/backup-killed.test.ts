/** `gatehouse backup` and `restore` that are killed or interrupted in the middle, and the next run. */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, isolated, type SpawnedProcess } from '../../core/process/spawned-process.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { bigDataDir } from './big-database.ts';
import { recordsIn, run, start } from './commands.ts';

afterAll(cleanUp);

const MEBIBYTES = 96;
const dataDir = await bigDataDir(MEBIBYTES);
const database = join(dataDir, 'gatehouse.db');
const rowsIn = (file: string): unknown => {
  using connection = new Database(file, { readonly: true });
  return connection.query('select count(*) from filler').values()[0]?.[0];
};
const drafts = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.partial'));

/** Ends `command` by `signal` while the draft in `folder` is being written. */
async function endMidway(command: SpawnedProcess, folder: string, signal: NodeJS.Signals) {
  await until('it writes', () => {
    const [draft] = existsSync(folder) ? drafts(folder) : [];
    return draft !== undefined && statSync(join(folder, draft)).size > 0;
  });
  command.signal(signal);
  return command.ended();
}

/** Ends a backup by `signal` while it is written; one that was whole before the signal came is begun again elsewhere. */
async function endBackup(signal: NodeJS.Signals) {
  for (let tries = 1; ; tries++) {
    const folder = join(temporaryFolder(), 'backups');
    const command = start(['backup', folder], isolated(dataDir));
    const code = await endMidway(command, folder, signal);
    if (code !== 0 || tries === 20) return { code, folder, command };
  }
}

const backup = async (folder: string): Promise<string> => {
  const { code, out, error } = await run(['backup', folder, '--json'], isolated(dataDir));
  expect([code, error.includes('whole')]).toEqual([0, false]);
  return String(recordsIn(out)[0]?.file);
};

test('a backup that is killed leaves nothing that is taken for one; the next is whole, and what was left goes a day later', async () => {
  const { code, folder } = await endBackup('SIGKILL');
  expect(code).not.toBe(0);
  expect(drafts(folder)).toHaveLength(1);
  const list = await run(['backup', 'list', folder], isolated(dataDir));
  expect(list).toEqual({ code: 0, out: '', error: `there is no backup in ${folder}\n` });
  const made = await backup(folder);
  expect(rowsIn(made)).toBe(MEBIBYTES);
  // It may be that of another backup that is still running.
  expect(drafts(folder)).toHaveLength(1);
  const left = readdirSync(folder).filter((name) => !made.endsWith(name));
  const yesterday = Date.now() / 1000 - 25 * 3600;
  for (const name of left) utimesSync(join(folder, name), yesterday, yesterday);
  const next = await backup(folder);
  expect(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
  ).toEqual([made, next]);
});

test('Ctrl-C ends a backup at once with exit code 1, and nothing of it is left', async () => {
  const { code, folder, command } = await endBackup('SIGINT');
  expect(code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  expect(command.stdout()).toBe('');
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'after %s in the middle of a restore the database is what it was, and the next restore is whole',
  async (signal) => {
    const made = await backup(temporaryFolder());
    const connection = new Database(database);
    connection.run('insert into filler values (1)');
    connection.close();
    const changed = MEBIBYTES + 1;
    const command = start(['restore', made], isolated(dataDir));
    expect(await endMidway(command, dataDir, signal)).not.toBe(0);
    expect(drafts(dataDir)).toHaveLength(signal === 'SIGKILL' ? 1 : 0);
    expect(rowsIn(database)).toBe(changed);
    const { code } = await run(['restore', made], isolated(dataDir));
    expect(code).toBe(0);
    expect(rowsIn(database)).toBe(MEBIBYTES);
    expect(drafts(dataDir)).toEqual([]);
  },
);
