/** How streams go from a living node to another: what ends before, what a lost answer leaves, and when a node gives some away. */
import { beforeEach, expect, test } from 'bun:test';
import { type Database, DatabaseError, type Statement } from '../../../src/core/db/client.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { HandOver } from '../../../src/modules/cluster/hand-over.ts';
import { Membership } from '../../../src/modules/cluster/membership.ts';
import { Placement } from '../../../src/modules/cluster/placement.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';

let db: Database;
/** The clock of the database, and of all nodes. */
let clock: ManualClock;
beforeEach(async () => {
  db = await testDatabase();
  clock = manualClock();
});

const silent = createLog(
  'error',
  () => 0,
  () => {},
);

/** A node that lives and spreads its streams. */
async function start(name: string) {
  const done: string[] = [];
  const link = {
    /** Statements with this text fail. */
    broken: null as string | null,
    /** The answers to statements with this text come once it is let. */
    held: null as { text: string; gate: PromiseWithResolvers<void> } | null,
  };
  async function send<T>(text: string, work: () => Promise<T>): Promise<T> {
    if (link.broken !== null && text.includes(link.broken))
      throw new DatabaseError('unreachable', 'cut by the test');
    const answer = await work();
    if (link.held && text.includes(link.held.text)) await link.held.gate.promise;
    return answer;
  }
  const own: Pick<Database, 'batch' | 'query'> = {
    query: (sql, params) => send(sql, () => db.query(sql, params)),
    batch: (list: readonly Statement[]) =>
      send(list.map(({ sql }) => sql).join(), () => db.batch(list)),
  };
  const membership = new Membership({
    db: own,
    clock,
    log: silent,
    node: { name, version: '0' },
    url: () => '',
    onBeat() {},
    changes: null,
    databaseNow: () => String(clock.steady()),
  });
  /** Streams whose attempts do not end before the test lets them. */
  const attempts = new Map<string, PromiseWithResolvers<void>>();
  const work = {
    async attemptsEnded(id: string) {
      await attempts.get(id)?.promise;
    },
    async close(id: string) {
      done.push(`close ${id}`);
    },
  };
  const handOver = new HandOver({ db: own, membership, work, clock, log: silent });
  const busy = new Set<string>();
  const mayMove = (id: string) => !busy.has(id);
  const placement = new Placement({ membership, handOver, mayMove, clock });
  await membership.start({
    onGained: (ids) => done.push(...ids.map((id) => `gain ${id}`)),
    onLost: (ids) => done.push(...ids.map((id) => `lose ${id}`)),
    onLapse() {},
    onResume() {},
  });
  placement.start();
  const stop = () => {
    placement.stop();
    membership.stop();
  };
  return { membership, handOver, done, link, attempts, busy, stop };
}

const streams = (...ids: readonly string[]) =>
  db.batch(ids.map((id) => ({ sql: 'insert into streams (id) values (?)', params: [id] })));
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `s${String(index).padStart(3, '0')}`);
const seconds = async (count: number) => {
  for (let second = 0; second < count; second++) await clock.advance(1_000);
};
/** How many each node has, nobody's last. */
const counts = async () => {
  const sql = `select n.name, count(*) from streams s left join nodes n on n.id = s.owner
    group by 1 order by n.name is null, n.name`;
  return Object.fromEntries(
    (await db.query(sql, [])).map(([name, count]) => [String(name), count]),
  );
};
const changesOfOwner = async () =>
  Number((await db.query('select sum(term) from streams', []))[0]?.[0]);
const ownerOf = async (id: string) =>
  (
    await db.query(
      'select n.name from streams s left join nodes n on n.id = s.owner where s.id = ?',
      [id],
    )
  )[0]?.[0];

test('nodes that join get their share of a hundred streams, one at a time after a minute, and then nothing moves', async () => {
  await streams(...numbered(100));
  await start('one');
  await seconds(9);
  await start('two');
  await start('three');
  await seconds(57);
  expect(await counts()).toEqual({ one: 100 });
  await seconds(15);
  const { one } = await counts();
  expect(Number(one)).toBeWithin(93, 98);
  await seconds(240);
  // A quarter more, and one, is let be.
  for (const count of Object.values(await counts())) expect(Number(count)).toBeWithin(30, 38);
  const moves = (await changesOfOwner()) - 100;
  expect(moves).toBeLessThanOrEqual(70);
  await seconds(180);
  expect(await changesOfOwner()).toBe(moves + 100);
});

test('a node keeps what is more than its share by no more than a quarter and one', async () => {
  await streams(...numbered(5));
  await start('one');
  await seconds(9);
  await start('two');
  await streams('t1', 't2');
  await seconds(6);
  expect(await counts()).toEqual({ one: 5, two: 2 });
  await seconds(300);
  expect(await counts()).toEqual({ one: 5, two: 2 });
});

test('a stream that may not move now stays, and another one goes in its place', async () => {
  await streams('a', 'b', 'c', 'd', 'e');
  const one = await start('one');
  for (const id of ['a', 'b', 'c']) one.busy.add(id);
  await seconds(9);
  await start('two');
  await seconds(100);
  expect(await ownerOf('a')).toBe('one');
  expect(await counts()).toEqual({ one: 3, two: 2 });
});

test('nothing new is sent for a stream that is handed over, and it is given back once what was under way has ended', async () => {
  await streams('a');
  const one = await start('one');
  one.attempts.set('a', Promise.withResolvers());
  const handed = one.handOver.one('a', 10_000);
  expect(one.membership.grantToSend('a')).toBeNull();
  expect(one.membership.grantOf('a')).not.toBeNull();
  await seconds(6);
  expect([one.handOver.isClosing('a'), await ownerOf('a')]).toEqual([false, 'one']);
  one.attempts.get('a')?.resolve();
  await handed;
  expect(one.done).toEqual(['gain a', 'close a']);
  expect([one.membership.grantOf('a'), await ownerOf('a')]).toEqual([null, null]);
});

test('attempts that do not end in their time are left, and the stream is given back all the same', async () => {
  await streams('a');
  const one = await start('one');
  one.attempts.set('a', Promise.withResolvers());
  const handed = one.handOver.one('a', 10_000);
  await seconds(10);
  await handed;
  expect(await ownerOf('a')).toBeNull();
});

test('a stream that cannot be given back at once is not taken up again, and goes when the database answers', async () => {
  await streams('a');
  const one = await start('one');
  one.link.broken = 'set owner = null';
  const handed = one.handOver.one('a', 10_000);
  await seconds(20);
  expect(one.done).toEqual(['gain a', 'close a']);
  expect([one.handOver.underWay.size, await ownerOf('a')]).toEqual([1, 'one']);
  one.link.broken = null;
  await seconds(1);
  await handed;
  expect(one.handOver.underWay.size).toBe(0);
});

test('a stream that is given back while a beat is under way is not taken for its own by the answer of that beat', async () => {
  await streams('a', 'b');
  const one = await start('one');
  await db.query("update streams set term = term + 1 where id = 'b'", []);
  const gate = Promise.withResolvers<void>();
  one.link.held = { text: 'select id, term from streams', gate };
  one.membership.recheck();
  await clock.advance(0);
  await one.handOver.one('a', 0);
  expect(await ownerOf('a')).toBeNull();
  gate.resolve();
  await clock.advance(0);
  expect(one.done.filter((what) => what.endsWith(' a'))).toEqual(['gain a', 'close a']);
});

test('a stream that its node takes again before it knows that it has given it back can be used there at once', async () => {
  await streams('a');
  const one = await start('one');
  const gate = Promise.withResolvers<void>();
  one.link.held = { text: 'update streams set owner = null', gate };
  const handed = one.handOver.one('a', 0);
  await clock.advance(0);
  expect(one.handOver.isClosing('a')).toBe(true);
  one.membership.recheck();
  await clock.advance(0);
  expect(one.membership.grantOf('a')?.term).toBe(2);
  expect(one.handOver.isClosing('a')).toBe(false);
  gate.resolve();
  await handed;
});

test('a stream that was lost while it was handed over is left to its new owner', async () => {
  await streams('a');
  const one = await start('one');
  one.attempts.set('a', Promise.withResolvers());
  const handed = one.handOver.one('a', 10_000);
  await db.query("update streams set owner = 'other', term = term + 1 where id = 'a'", []);
  await db.query(
    `insert into nodes (id, name, url, version, started_at, since, beat_at, until)
     values ('other', 'other', '', '0', 0, 0, ?1, ?1 + 60000)`,
    [clock.steady()],
  );
  await seconds(3);
  one.attempts.get('a')?.resolve();
  await handed;
  expect(one.done).toEqual(['gain a', 'lose a']);
  expect(await ownerOf('a')).toBe('other');
});

test('a node that drains gives back all its streams, those with nothing under way first, and the others take them', async () => {
  await streams(...numbered(40));
  const one = await start('one');
  await seconds(9);
  const two = await start('two');
  one.attempts.set('s000', Promise.withResolvers());
  await one.membership.drain();
  const drained = one.handOver.all(30_000);
  await seconds(4);
  expect(await counts()).toEqual({ one: 1, two: 39 });
  await seconds(22);
  await drained;
  expect(one.membership.streams).toEqual([]);
  await seconds(3);
  expect(await counts()).toEqual({ two: 40 });
  two.stop();
});

test('a drain ends in its time although the database does not answer', async () => {
  await streams('a', 'b');
  const one = await start('one');
  one.link.broken = 'set owner = null';
  let isOver = false;
  void one.handOver.all(30_000).then(() => {
    isOver = true;
  });
  await seconds(29);
  expect(isOver).toBe(false);
  await seconds(1);
  expect(isOver).toBe(true);
});
