/** `gatehouse backup` to a bucket and `restore` from it, at a real store. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, freshDataDir, isolated } from '../../core/process/spawned-process.ts';
import { startRelay } from '../../doubles/relay.ts';
import { hasObjectStore, type ObjectStore, objectStore } from '../../helpers/object-store.ts';
import { until } from '../../helpers/until.ts';
import { bigDataDir } from './big-database.ts';
import { type CommandResult, recordsIn, run, start } from './commands.ts';

const MEBIBYTES = 20;
const NAME = /^s3:\/\/media\/[\w/]+\/gatehouse-\d{8}T\d{9}Z\.db$/;

describe.skipIf(!hasObjectStore())('with a real store', () => {
  let store: ObjectStore;
  let dataDir: string;
  beforeAll(async () => {
    [store, dataDir] = await Promise.all([objectStore(), bigDataDir(MEBIBYTES)]);
  });
  afterAll(cleanUp);

  const environment = (folder = dataDir, endpoint = store.access.endpoint) => ({
    ...isolated(folder),
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY: store.access.accessKey,
    BACKUP_S3_SECRET_KEY: store.access.secretKey,
  });
  const command = (...words: string[]): Promise<CommandResult> =>
    run([...words, '--json'], environment());
  const listed = async (place: string) =>
    recordsIn((await command('backup', 'list', place)).out).map(({ file }) => file);
  const rowsIn = (folder: string): unknown => {
    using connection = new Database(join(folder, 'gatehouse.db'), { readonly: true });
    return connection.query('select count(*) from filler').values()[0]?.[0];
  };
  /** What a backup may leave beside the database. */
  const leftovers = () => readdirSync(dataDir).filter((name) => name.includes('.backup'));

  test('a backup in a bucket is listed, restored on another machine, and the oldest go when that is asked for', async () => {
    const place = 's3://media/shop/daily';
    const made = await command('backup', place);
    expect(made.code).toBe(0);
    const [record] = recordsIn(made.out);
    expect(record?.file).toMatch(NAME);
    expect(Number(record?.bytes)).toBeGreaterThan(MEBIBYTES * 1024 ** 2);
    expect(leftovers()).toEqual([]);
    expect(await listed(place)).toEqual([record?.file]);

    const elsewhere = await freshDataDir();
    const refused = await run(['restore', place], environment(elsewhere));
    expect([refused.code, refused.error]).toEqual([
      2,
      `${place} is not a backup: the newest in it is ${record?.file}\n`,
    ]);
    const restored = await run(['restore', `${record?.file}`, '--json'], environment(elsewhere));
    expect(restored.code).toBe(0);
    expect(recordsIn(restored.out)).toEqual([
      { database: join(elsewhere, 'gatehouse.db'), version: record?.version, replaced: null },
    ]);
    expect(rowsIn(elsewhere)).toBe(MEBIBYTES);

    const second = await command('backup', `${place}/`);
    const third = await command('backup', place, '--keep', '2');
    const newest = [second, third].map(({ out }) => recordsIn(out)[0]?.file);
    expect(await listed(place)).toEqual(newest);
    expect(third.error).toContain(`removed ${record?.file}\n`);
  });

  test('a backup that is killed while it uploads leaves no object, and the next one is whole', async () => {
    const place = 's3://media/killed';
    const relay = await startRelay(Number(new URL(store.access.endpoint).port));
    relay.stallAfter(2 * 1024 ** 2);
    try {
      const killed = start(['backup', place], environment(dataDir, relay.url));
      await until('it uploads', () => killed.stderr().includes('uploading') && relay.isStalled());
      killed.signal('SIGKILL');
      await killed.ended();
      expect(leftovers()).not.toEqual([]);
      expect(await listed(place)).toEqual([]);

      const interrupted = start(['backup', place], environment(dataDir, relay.url));
      await until('it uploads', () => interrupted.stderr().includes('uploading'));
      await until('it waits', () => relay.open() > 0);
      relay.flow();
      interrupted.signal('SIGINT');
      expect(await interrupted.ended()).toBe(1);
      expect(leftovers()).toEqual([]);
      expect(await listed(place)).toEqual([]);
    } finally {
      await relay.stop();
    }
    expect((await command('backup', place)).code).toBe(0);
    expect(await listed(place)).toHaveLength(1);
  });

  test.each([
    ['an unknown bucket', ['backup', 's3://nothing/x'], {}, 2, 'there is no bucket nothing at '],
    ['a wrong secret', ['backup', 's3://media/x'], { BACKUP_S3_SECRET_KEY: 'hunter2' }, 78, '403'],
    [
      'no store',
      ['backup', 's3://media/x'],
      { BACKUP_S3_ENDPOINT: '', BACKUP_S3_ACCESS_KEY: '', BACKUP_S3_SECRET_KEY: '' },
      78,
      'no store is set: set BACKUP_S3_ENDPOINT',
    ],
    ['an address that names no bucket', ['backup', 's3:///x'], {}, 2, 's3:///x names no bucket'],
    ['another scheme', ['backup', 'gs://media'], {}, 2, 'gs://media is not a place for backups'],
    ['a part of dots', ['backup', 's3://media/a/../b'], {}, 2, 'has an invalid part'],
    [
      'no number',
      ['backup', 's3://media', '--keep', '0'],
      {},
      2,
      '--keep "0" is not a number from 1',
    ],
    [
      'a backup that is not there',
      ['restore', 's3://media/x/gatehouse-20270131T090000000Z.db'],
      {},
      2,
      'there is no s3://media/x/gatehouse-20270131T090000000Z.db',
    ],
    [
      'a place without backups',
      ['restore', 's3://media/x'],
      {},
      2,
      's3://media/x is not a backup: there is no backup in it',
    ],
  ] as const)(
    '%s is refused in one line, with nothing changed',
    async (_, words, variables, code, why) => {
      const refused = await run([...words], { ...environment(), ...variables });
      expect([refused.code, refused.out]).toEqual([code, '']);
      expect(refused.error).toContain(why);
      expect(refused.error).not.toContain('hunter2');
      expect(refused.error.trimEnd().split('\n')).toHaveLength(1);
      expect(leftovers()).toEqual([]);
      expect(rowsIn(dataDir)).toBe(MEBIBYTES);
    },
  );
});
