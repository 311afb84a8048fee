/** What a node hears of what others have changed. */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../src/core/db/client.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { type CarriedLook, ChangeFeed } from '../../../src/modules/cluster/changes.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';

const NODE = `insert into nodes (id, name, url, version, started_at, since, beat_at, until)
  values ('n', 'n', '', '1', 0, 0, 0, 0)`;
const INSTANCE = `insert into instances (id, name, provider, state, phase, key_hash, key_scopes, created_at, updated_at)
  values (?, ?, 'sandbox', 'close', 'created', ?, '[]', 0, 0)`;

async function follower(db: Pick<Database, 'query'>) {
  const clock = manualClock();
  const feed = new ChangeFeed({ db, clock, log: createLog('error', clock.now, () => {}) });
  const heard: string[] = [];
  await feed.begin();
  feed.follow({
    instance: async (id) => void heard.push(id),
    webhooks: async (id) => void heard.push(`webhooks of ${id}`),
    waiting: async (id) => void heard.push(`something to send for ${id}`),
    lastEvent() {},
  });
  return { clock, feed, heard };
}
const create = (db: Database, name: string) => db.query(INSTANCE, [name, name, name]);

test('an instance that is made, changed and deleted is heard of within 0.6 s', async () => {
  const db = await testDatabase();
  await db.query(NODE, []);
  await create(db, 'before');
  const { clock, heard } = await follower(db);
  await create(db, 'shop');
  await db.query("update instances set reason = 'x' where id = 'shop'", []);
  await clock.advance(600);
  expect(heard).toEqual(['shop']);
  await db.query("delete from instances where id = 'shop'", []);
  await clock.advance(600);
  expect(heard).toEqual(['shop', 'shop']);
});

test('the rows of a carried look count unless a look of its own has begun since it was sent', async () => {
  const db = await testDatabase();
  await db.query(NODE, []);
  const { clock, feed, heard } = await follower(db);
  const read = async ({ statement: { sql, params } }: CarriedLook) => db.query(sql, [...params]);
  await create(db, 'shop');
  const late = feed.carry();
  const rows = await read(late);
  await feed.read();
  expect(heard).toEqual(['shop']);
  late.answered(rows);
  await clock.advance(0);
  expect(heard).toEqual(['shop']);
  await create(db, 'cafe');
  const early = feed.carry();
  early.answered(await read(early));
  await clock.advance(0);
  expect(heard).toEqual(['shop', 'cafe']);
  // The look at the interval goes on from there.
  await clock.advance(600);
  expect(heard).toEqual(['shop', 'cafe']);
});

test('a caller that asks for a look while a carried one is passed on gets one that begins later', async () => {
  const db = await testDatabase();
  await db.query(NODE, []);
  const { feed, heard } = await follower(db);
  const { statement, answered } = feed.carry();
  const rows = await db.query(statement.sql, [...statement.params]);
  await create(db, 'shop');
  answered(rows);
  await feed.read();
  expect(heard).toEqual(['shop']);
});

test('what could not be read is read again, and for how long it could not is known', async () => {
  const db = await testDatabase();
  await db.query(NODE, []);
  let isAway = false;
  const { clock, feed, heard } = await follower({
    query: (sql, params) =>
      isAway ? Promise.reject(new DatabaseError('unreachable', 'away')) : db.query(sql, params),
  });
  await create(db, 'shop');
  isAway = true;
  await clock.advance(2_000);
  expect(heard).toEqual([]);
  expect(feed.lagMs).toBe(2_000);
  isAway = false;
  await clock.advance(600);
  expect(heard).toEqual(['shop']);
  expect(feed.lagMs).toBeLessThan(600);
});

test('every table that nodes have in memory notes each of its changes, and none does on a file', async () => {
  const db = await testDatabase();
  await create(db, 'shop');
  expect(await db.query('select count(*) from changes', [])).toEqual([[0]]);
  const triggers = await db.query("select name from sqlite_schema where type = 'trigger'", []);
  const tables = [
    'instances',
    'endpoints',
    'instance_proxies',
    'instance_settings',
    'cloud_numbers',
    'webhooks',
  ];
  const expected = tables.flatMap((table) =>
    ['insert', 'update', 'delete'].map((what) => `${table}_${what}_noted`),
  );
  expect(triggers.flat()).toEqual(expect.arrayContaining(expected));
});
