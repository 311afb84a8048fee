/** What the engine of a node sends while its streams are on their way from one node to another. */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../src/core/db/client.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { HandOver } from '../../../src/modules/cluster/hand-over.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { OK } from '../../doubles/scripted-channel.ts';
import { testDatabase } from '../../helpers/database.ts';
import { message, nodeBench, SHOP } from '../../helpers/engine.ts';
import { until } from '../../helpers/until.ts';

const silent = createLog(
  'error',
  () => 0,
  () => {},
);

/** A database that answers what holds a text only once it is let. */
function holding(db: Database, text: string) {
  const gate = Promise.withResolvers<void>();
  const held = { isOn: false, count: 0 };
  const pass = async (sql: string) => {
    if (!held.isOn || !sql.includes(text)) return;
    held.count++;
    await gate.promise;
  };
  const link: Database = {
    ...db,
    query: (sql, params) => pass(sql).then(() => db.query(sql, params)),
    batch: (list) => pass(list.map(({ sql }) => sql).join()).then(() => db.batch(list)),
  };
  return { link, held, release: gate.resolve };
}

test('no attempt starts once the lease has ended, however long the body took to read before it', async () => {
  const db = await testDatabase();
  const { link, held, release } = holding(db, 'body, media_id from events');
  let isAway = false;
  const beatsOver: Database = {
    ...db,
    batch: async (list) => {
      if (isAway) throw new DatabaseError('unreachable', 'away');
      return db.batch(list);
    },
  };
  const { engine, clock, channel } = await nodeBench({ db: link, beatsOver });
  await engine.publish(SHOP, [message('a', 'a text that is read when it is sent'.repeat(200))]);
  held.isOn = true;
  await engine.start();
  await until('the body is being read', async () => {
    await clock.advance(100);
    return held.count > 0;
  });
  isAway = true;
  await clock.advance(9_000);
  release();
  await clock.advance(0);
  expect(channel.sent).toEqual([]);
  isAway = false;
  await clock.advance(5_000);
  expect(channel.sent).toHaveLength(1);
});

test('what a node publishes to a stream it has just taken waits until it knows what waited before', async () => {
  const db = await testDatabase();
  const clock = manualClock();
  const first = await nodeBench({ db, clock });
  await first.engine.publish(SHOP, [message('a', '1')]);
  const { link, held, release } = holding(db, 'with recursive lane');
  const { engine, channel, membership } = await nodeBench({ db: link, clock });
  await engine.start();
  first.kill();
  held.isOn = true;
  // A look at the table that was made before is held as well.
  await until('the stream is taken, and what waits is being read', async () => {
    await clock.advance(1_000);
    return membership.grantOf(SHOP.id) !== null && held.count > 0;
  });
  await engine.publish(SHOP, [message('a', '2')]);
  await clock.advance(1_000);
  release();
  await until('both are sent', () => channel.sent.length === 2);
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2]);
});

const changed = (text: string) => ({
  type: 'contact.updated' as const,
  order: 'ana',
  previous: null,
  current: { text },
});

test('what another node writes to the stream of an account is sent by its owner, in its order', async () => {
  const db = await testDatabase();
  const clock = manualClock();
  const [owner, other] = [await nodeBench({ db, clock }), await nodeBench({ db, clock })];
  await owner.engine.start();
  await other.engine.start();
  await owner.engine.publishChange(SHOP.id, [], [changed('1')]);
  await other.engine.publishChange(SHOP.id, [], [changed('2')]);
  await owner.engine.publishChange(SHOP.id, [], [changed('3')]);
  await until('three are sent', () => owner.channel.sent.length === 3);
  await other.engine.publishChange(SHOP.id, [], [changed('4')]);
  await clock.advance(11_000);
  await until('the fourth is sent', () => owner.channel.sent.length === 4);
  expect(owner.channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2, 3, 4]);
  expect(other.channel.sent).toEqual([]);
});

test('what another node wrote to the stream of an account goes before the first that its owner writes', async () => {
  const db = await testDatabase();
  const clock = manualClock();
  const [owner, other] = [await nodeBench({ db, clock }), await nodeBench({ db, clock })];
  await owner.engine.start();
  await other.engine.publishChange(SHOP.id, [], [changed('1')]);
  await owner.engine.publishChange(SHOP.id, [], [changed('2')]);
  await clock.advance(11_000);
  await until('both are sent', () => owner.channel.sent.length === 2);
  expect(owner.channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2]);
});

test('of a stream that is not read yet nothing is sent, and what waits then goes before what is new', async () => {
  const db = await testDatabase();
  const clock = manualClock();
  const [owner, other] = [await nodeBench({ db, clock }), await nodeBench({ db, clock })];
  const { grants } = owner.membership;
  await owner.engine.start();
  grants.mustBeRead(SHOP.id);
  await other.engine.publishChange(SHOP.id, [], [changed('1')]);
  await owner.engine.publishChange(SHOP.id, [], [changed('2')]);
  await clock.advance(11_000);
  expect(owner.channel.sent).toEqual([]);
  grants.wasRead(SHOP.id);
  await owner.engine.publishChange(SHOP.id, [], [changed('3')]);
  await owner.engine.findWaiting([SHOP.id]);
  await until('three are sent', () => owner.channel.sent.length === 3);
  expect(owner.channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
});

test('while a stream is handed over nothing new of it is sent, what was under way is recorded, and the next owner goes on in order', async () => {
  const db = await testDatabase();
  const clock = manualClock();
  const first = await nodeBench({ db, clock });
  await first.engine.start();
  first.channel.script = () => null;
  await first.engine.publish(SHOP, [message('a', '1'), message('a', '2')]);
  await until('the first is under way', () => first.channel.sent.length === 1);
  const { membership } = first;
  const work = {
    attemptsEnded: (id: string) => first.engine.attemptsEnded(id),
    close: async () => {},
  };
  const handOver = new HandOver({ db, membership, work, clock, log: silent });
  const handed = handOver.one(SHOP.id, 10_000);
  expect(first.engine.inFlight).toBe(1);
  await first.engine.publish(SHOP, [message('b', '3')]);
  for (const sent of first.channel.open) sent.end(OK);
  await handed;
  expect(first.channel.sent).toHaveLength(1);
  expect((await first.rows())[0]?.state).toBe('delivered');
  await membership.drain();
  const second = await nodeBench({ db, clock });
  await second.engine.start();
  await until('the others are sent', () => second.channel.sent.length === 2);
  const bySecond = second.channel.sent.map(({ body }) => body.sequence);
  expect(bySecond.sort()).toEqual([2, 3]);
});
