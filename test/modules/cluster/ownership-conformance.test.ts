/** Who owns a stream is decided in the same way by a file and by a real libSQL server, over both of its protocols. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Database, Statement } from '../../../src/core/db/client.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import { fence, ownerChanged } from '../../../src/core/events/publish/ownership.ts';
import { newId } from '../../../src/core/shared/ids.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { giveBack } from '../../../src/modules/cluster/beat.ts';
import { Membership } from '../../../src/modules/cluster/membership.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { isSqldMissing, type Sqld, startMigratedSqld } from '../../helpers/sqld.ts';

let sqld: Sqld | null = null;
beforeAll(async () => {
  if (!isSqldMissing) sqld = await startMigratedSqld();
});
afterAll(() => sqld?.kill());

const KINDS: Record<string, () => Promise<Database>> = {
  'on a file': testDatabase,
  'on a server by http': () => openDatabase({ url: `http://${sqld?.address}` }),
  'on a server by ws': () => openDatabase({ url: `ws://${sqld?.address}` }),
};
const kinds = Object.keys(KINDS).filter((kind) => !isSqldMissing || kind === 'on a file');

/** Nodes on an empty database, whose clock is moved by hand. */
async function stage(kind: string) {
  const db = await KINDS[kind]!();
  await db.batch(['streams', 'nodes', 'changes'].map((table) => statement(`delete from ${table}`)));
  const time = manualClock();
  return { db, time, start: (name: string) => member(db, name, time) };
}

const statement = (sql: string, ...params: Statement['params']): Statement => ({ sql, params });

function member(db: Database, name: string, time: ManualClock) {
  const clock = manualClock();
  const membership = new Membership({
    db,
    clock,
    log: createLog('error', clock.now, () => {}),
    node: { name, version: '1.0.0' },
    url: () => `http://${name}`,
    onBeat() {},
    changes: null,
    databaseNow: () => String(time.steady()),
  });
  const beat = () => membership.start({ onGained() {}, onLost() {}, onLapse() {}, onResume() {} });
  return { membership, beat };
}

const stream = (id: string) => statement('insert into streams (id) values (?)', id);
const note = (text: string) =>
  statement("insert into changes (kind, key, at) values ('note', ?, 0)", text);
const notes = async (db: Database) =>
  (await db.query("select key from changes where kind = 'note' order by seq", [])).flat();
const owner = async (db: Database, id: string) =>
  (await db.query('select owner, term from streams where id = ?', [id]))[0];

describe.each(kinds)('%s', (kind) => {
  test('of two nodes that take what nobody owns at once, each stream gets one, with the term 1', async () => {
    const { db, start } = await stage(kind);
    const ids = Array.from({ length: 20 }, newId);
    await db.batch(ids.map(stream));
    const [one, two] = [start('one'), start('two')];
    await Promise.all([one.beat(), two.beat()]);
    const owned = [...one.membership.streams, ...two.membership.streams];
    expect(owned.sort()).toEqual([...ids].sort());
    for (const { membership } of [one, two])
      for (const id of membership.streams)
        expect(await owner(db, id)).toEqual([membership.node, 1]);
  });

  test('what the owner commits is written, and once another node has the stream all of it fails', async () => {
    const { db, time, start } = await stage(kind);
    await db.batch([stream('shop')]);
    const [one, two] = [start('one'), start('two')];
    await one.beat();
    const byOne = fence(one.membership, 'shop');
    await db.batch([...byOne, note('by the owner')]);
    await time.advance(12_001);
    await two.beat();
    // One that has just begun leaves others the time to come back.
    expect(await owner(db, 'shop')).toEqual([one.membership.node, 1]);
    await time.advance(6_000);
    await two.beat();
    expect(await owner(db, 'shop')).toEqual([two.membership.node, 2]);
    const byTwo = fence(two.membership, 'shop');
    const [late] = await Promise.all([
      db.batch([note('too late'), ...byOne]).catch((error) => error),
      db.batch([...byTwo, note('by the next owner')]),
    ]);
    expect(ownerChanged(late)).toBe(true);
    expect(await notes(db)).toEqual(['by the owner', 'by the next owner']);
  });

  test('a stream that is handed over is the next node’s with its next beat, and cannot be handed over once more', async () => {
    const { db, start } = await stage(kind);
    await db.batch([stream('shop')]);
    const [one, two] = [start('one'), start('two')];
    await one.beat();
    await two.beat();
    const giving = giveBack(one.membership.node, one.membership.grants.letGo('shop')!);
    await db.batch([giving]);
    expect(await owner(db, 'shop')).toEqual([null, 1]);
    await two.beat();
    await db.batch([giving]);
    expect(await owner(db, 'shop')).toEqual([two.membership.node, 2]);
    expect(() => fence(one.membership, 'shop')).toThrow('another node owns the stream now');
  });
});
