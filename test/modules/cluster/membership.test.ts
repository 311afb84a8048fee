/** Which node owns which stream: what is taken, from whom and when, and what a node does that may be dead for the others. */
import { beforeEach, expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../src/core/db/client.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { createLeaving } from '../../../src/modules/cluster/leaving.ts';
import { Membership } from '../../../src/modules/cluster/membership.ts';
import { statusOf } from '../../../src/modules/cluster/other-nodes.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';

let db: Database;
/** The clock of the database. */
let time: ManualClock;
beforeEach(async () => {
  db = await testDatabase();
  time = manualClock();
});

interface TestNode {
  readonly membership: Membership;
  readonly clock: ManualClock;
  /** What its log says of streams that it took over: how many, from whom. */
  readonly took: string[];
  /** What it was notified of. */
  readonly heard: string[];
  readonly databaseTimes: number[];
  /** Every call fails before it takes place, or after. */
  broken: 'before' | 'after' | null;
  /** It cannot read which streams it owns. */
  isBlind: boolean;
  /** It runs no instruction any more. */
  kill(): void;
  beat(): Promise<void>;
}

/** Its clock is its own, and moves with `pass`. */
function node(name: string): TestNode {
  const clock = manualClock(time.steady());
  const heard: string[] = [];
  const databaseTimes: number[] = [];
  const took: string[] = [];
  let isDead = false;
  async function send<T>(work: () => Promise<T>): Promise<T> {
    if (isDead) return new Promise(() => {});
    if (one.broken === 'before') throw new DatabaseError('unreachable', 'cut by the test');
    const done = await work();
    if (one.broken === 'after') throw new DatabaseError('unreachable', 'lost by the test');
    return done;
  }
  const membership = new Membership({
    db: {
      query: (sql, params) =>
        send(async () => {
          if (one.isBlind) throw new DatabaseError('unreachable', 'cut by the test');
          return db.query(sql, params);
        }),
      batch: (list) => send(() => db.batch(list)),
    },
    clock,
    log: createLog('info', clock.now, (line) => {
      const { message, streams, from } = JSON.parse(line);
      if (message === 'the node took over streams') took.push(`${streams} from ${from}`);
    }),
    node: { name, version: '1.0.0' },
    url: () => `http://${name}`,
    onBeat: (databaseNow) => databaseTimes.push(databaseNow),
    changes: null,
    databaseNow: () => String(time.steady()),
  });
  const one: TestNode = {
    membership,
    clock,
    heard,
    databaseTimes,
    took,
    broken: null,
    isBlind: false,
    kill() {
      isDead = true;
      membership.stop();
    },
    beat: () =>
      membership.start({
        onGained: (ids) => heard.push(`gained ${ids.join(' ')}`),
        onLost: (ids) => heard.push(`lost ${ids.join(' ')}`),
        onLapse: () => heard.push('lapsed'),
        onResume: () => heard.push('resumed'),
      }),
  };
  return one;
}

/** Time passes for the database and for those nodes, second by second. */
async function pass(seconds: number, ...nodes: readonly TestNode[]): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await time.advance(1_000);
    for (const { clock } of nodes) await clock.advance(1_000);
  }
}

const streams = (...ids: readonly string[]) =>
  db.batch(ids.map((id) => ({ sql: 'insert into streams (id) values (?)', params: [id] })));
const owners = async () =>
  Object.fromEntries(
    (
      await db.query(
        'select s.id, n.name, s.term from streams s left join nodes n on n.id = s.owner order by s.id',
        [],
      )
    ).map(([id, name, term]) => [id, `${name} ${term}`]),
  );

test('a node that is alone owns every stream from its first beat on', async () => {
  await streams('a', 'b', 'c');
  const one = node('one');
  await one.beat();
  expect(one.heard).toEqual(['gained a b c']);
  expect(await owners()).toEqual({ a: 'one 1', b: 'one 1', c: 'one 1' });
  expect(one.membership.grantOf('b')).toEqual({
    node: one.membership.node,
    term: 1,
    holder: `${one.membership.node}.1`,
  });
});

test('each beat tells the time of the database, which the clock of the node follows', async () => {
  const one = node('one');
  const from = time.steady();
  await one.beat();
  await pass(3, one);
  expect(one.databaseTimes[0]).toBe(from);
  expect(one.databaseTimes.length).toBeGreaterThan(1);
  expect(one.databaseTimes).toEqual(one.databaseTimes.toSorted((a, b) => a - b));
});

test('a stream that was lost unnoticed is noticed, also when another was taken unnoticed under the same term', async () => {
  await streams('a');
  const [one, two] = [node('one'), node('two')];
  await one.beat();
  await two.beat();
  await db.query("update streams set owner = ?, term = 2 where id = 'a'", [two.membership.node]);
  await db.query("insert into streams (id, owner, term) values ('b', ?, 1)", [one.membership.node]);
  await pass(4, one, two);
  expect(one.heard).toEqual(['gained a', 'lost a', 'gained b']);
  expect(one.membership.streams).toEqual(['b']);
});

test('nobody takes a stream of a node that says that it lives', async () => {
  await streams('a', 'b');
  const [one, two] = [node('one'), node('two')];
  await one.beat();
  await two.beat();
  await pass(60, one, two);
  expect(two.heard).toEqual([]);
  expect(await owners()).toEqual({ a: 'one 1', b: 'one 1' });
});

test('what a killed node owned does not wait for the one that is started in its place', async () => {
  await streams(...'abcdefghijkl');
  const [one, two, three] = [node('one'), node('two'), node('three')];
  await one.beat();
  await two.beat();
  await three.beat();
  await pass(9, one, two, three);
  one.kill();
  await pass(11, two, three);
  await node('one again').beat();
  await pass(4, two, three);
  expect([...two.membership.streams, ...three.membership.streams].sort().join('')).toBe(
    'abcdefghijkl',
  );
});

test('what a killed node owned is taken by the others after its lease, in even parts and with a new term', async () => {
  await streams('a', 'b', 'c', 'd', 'e', 'f');
  const [one, two, three] = [node('one'), node('two'), node('three')];
  await one.beat();
  await two.beat();
  await three.beat();
  await pass(9, one, two, three);
  one.kill();
  await pass(8, two, three);
  expect(two.heard).toEqual([]);
  await pass(8, two, three);
  expect(Object.values(await owners()).sort()).toEqual([
    'three 2',
    'three 2',
    'three 2',
    'two 2',
    'two 2',
    'two 2',
  ]);
});

test('what a killed node was sending waits again once its stream is taken', async () => {
  await streams('a');
  const [one, two] = [node('one'), node('two')];
  await one.beat();
  const holder = one.membership.grantOf('a')?.holder ?? null;
  await db.query(
    `insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state, holder, created_at, updated_at)
     values ('d', 'a', 1, 'webhook', 'e', 'Message', 't', 'sending', ?, 0, 0)`,
    [holder],
  );
  await two.beat();
  await pass(9, one, two);
  one.kill();
  await pass(16, two);
  expect(await db.query('select state, holder from deliveries', [])).toEqual([['waiting', null]]);
});

test('a node without an answer starts nothing 4 s before another may take its streams', async () => {
  await streams('a');
  const [one, two] = [node('one'), node('two')];
  await one.beat();
  await two.beat();
  await pass(9, one, two);
  one.broken = 'before';
  await pass(8, one, two);
  expect(one.membership.isCertain).toBe(false);
  expect(one.heard.at(-1)).toBe('lapsed');
  expect(await owners()).toEqual({ a: 'one 1' });
  await pass(8, one, two);
  expect(await owners()).toEqual({ a: 'two 2' });
  one.broken = null;
  await pass(3, one, two);
  expect(one.heard.slice(1)).toEqual(['lapsed', 'lost a', 'resumed']);
  expect(one.membership.grantOf('a')).toBeNull();
});

test('a node whose lease had ended is not sure again before it knows what was taken from it', async () => {
  await streams('a');
  const [one, two] = [node('one'), node('two')];
  await one.beat();
  await two.beat();
  await pass(9, one, two);
  one.broken = 'before';
  await pass(16, one, two);
  expect(await owners()).toEqual({ a: 'two 2' });
  one.broken = null;
  one.isBlind = true;
  await pass(3, one, two);
  expect(one.membership.isCertain).toBe(false);
  one.isBlind = false;
  await pass(3, one, two);
  expect(one.membership.isCertain).toBe(true);
  expect(one.heard.slice(1)).toEqual(['lapsed', 'lost a', 'resumed']);
});

test('a node that stood still, or whose wall clock was set forward, does not trust its lease', async () => {
  const one = node('one');
  await one.beat();
  expect(one.membership.isCertain).toBe(true);
  one.clock.jump(8_000);
  expect(one.membership.isCertain).toBe(false);
  one.clock.jump(-8_000);
  expect(one.membership.isCertain).toBe(true);
});

test('a node whose machine was suspended ends what it has with its next beat, though its timers stood still too', async () => {
  await streams('a');
  const one = node('one');
  await one.beat();
  one.clock.jump(14_000);
  one.broken = 'before';
  await pass(3, one);
  expect(one.heard).toEqual(['gained a', 'lapsed']);
});

test('when the database comes back after an outage, each node goes on with its own streams', async () => {
  await streams('a', 'b');
  const [one, two] = [node('one'), node('two')];
  await one.beat();
  await pass(9, one);
  await two.beat();
  await pass(9, one, two);
  expect(await owners()).toEqual({ a: 'one 1', b: 'one 1' });
  for (const each of [one, two]) each.broken = 'before';
  await pass(30, one, two);
  for (const each of [one, two]) each.broken = null;
  await pass(20, two, one);
  expect(await owners()).toEqual({ a: 'one 1', b: 'one 1' });
  expect(one.heard).toEqual(['gained a b', 'lapsed', 'resumed']);
});

test('a stream that was taken although the answer was lost is adopted at the next beat', async () => {
  const one = node('one');
  await one.beat();
  await streams('a');
  one.broken = 'after';
  await pass(4, one);
  expect(await owners()).toEqual({ a: 'one 1' });
  expect(one.membership.grantOf('a')).toBeNull();
  one.broken = null;
  await pass(3, one);
  expect(one.membership.grantOf('a')?.term).toBe(1);
  expect(one.heard).toEqual(['gained a']);
});

test('a stream that another node took is lost at once when a write is refused', async () => {
  await streams('a');
  const one = node('one');
  await one.beat();
  await db.query("update streams set owner = 'other', term = 2", []);
  one.membership.recheck();
  await one.clock.advance(0);
  expect(one.heard).toEqual(['gained a', 'lost a']);
});

test('a node that drains takes nothing', async () => {
  const [one, two] = [node('one'), node('two')];
  await one.beat();
  await two.beat();
  await one.membership.drain();
  await streams('a', 'b');
  await pass(6, one, two);
  expect(await owners()).toEqual({ a: 'two 1', b: 'two 1' });
});

const shownBy = async ({ membership }: ReturnType<typeof node>) =>
  statusOf(membership, 'one', {
    forwarded: {},
    wakeups: { isUp: null },
    changes: { lagMs: 0 },
  }).all();

test('each node is shown with what it has taken over and what was refused of it', async () => {
  await streams('a', 'b', 'c');
  const [one, two] = [node('one'), node('two')];
  await one.beat();
  await two.beat();
  one.kill();
  await pass(20, two);
  two.membership.reportFenced();
  const three = node('three');
  await three.beat();
  await pass(6, two, three);
  const shown = (await shownBy(three)).map(({ name, takenOver, fenced }) => [
    name,
    takenOver,
    fenced,
  ]);
  expect(shown).toEqual([
    ['two', 3, 1],
    ['three', 0, 0],
  ]);
});

test('each node is shown with the names of those whose requests did not reach it', async () => {
  const [one, two, three] = [node('one'), node('two'), node('three')];
  for (const each of [one, two, three]) await each.beat();
  one.membership.unreached.recordFailure(three.membership.node);
  for (const { membership } of [three, one])
    two.membership.unreached.recordFailure(membership.node);
  two.membership.unreached.recordFailure('a node that is gone');
  await pass(6, one, two, three);
  const shown = async () => {
    const all = await shownBy(one);
    return Object.fromEntries(all.map(({ name, unreachableFrom }) => [name, unreachableFrom]));
  };
  expect(await shown()).toEqual({ one: ['two'], two: [], three: ['one', 'two'] });
  for (const { membership } of [three, one]) two.membership.unreached.recordAnswer(membership.node);
  await pass(6, one, two, three);
  expect(await shown()).toEqual({ one: [], two: [], three: ['one'] });
});

test('the log says of each take-over how many streams it was and from which node, and the lease is shown', async () => {
  await streams('a', 'b');
  const [one, two] = [node('one'), node('two')];
  await one.beat();
  await two.beat();
  expect(one.took).toEqual(['2 from nobody']);
  expect([one.membership.lease, one.membership.leaseLeftMs]).toEqual(['held', 12_000]);
  one.kill();
  await pass(18, two);
  expect(two.took).toEqual(['2 from one']);
  expect(two.membership.counts).toEqual({ takenOver: 2, fenced: 0 });
  await one.clock.advance(18_000);
  expect([one.membership.lease, one.membership.leaseLeftMs]).toEqual(['lapsed', 0]);
  await two.membership.drain();
  expect(two.membership.lease).toBe('draining');
});

test('a node that drains while a beat is under way tells the others at once', async () => {
  const one = node('one');
  await one.beat();
  one.membership.recheck();
  await one.membership.drain();
  await one.clock.advance(0);
  expect(await db.query('select draining from nodes', [])).toEqual([[1]]);
});

test('a recheck that is asked for during the first beat makes one more after it, and not beside it', async () => {
  await streams('a');
  const { batch } = db;
  const beats = { all: 0, now: 0, atOnce: 0 };
  db = {
    ...db,
    async batch(list) {
      beats.all++;
      beats.atOnce = Math.max(beats.atOnce, ++beats.now);
      return batch(list).finally(() => beats.now--);
    },
  };
  const one = node('one');
  const begun = one.beat();
  one.membership.recheck();
  await begun;
  await one.clock.advance(1);
  expect([beats.all, beats.atOnce]).toEqual([2, 1]);
  expect(one.heard).toEqual(['gained a']);
});

test('a recheck that is asked for before the start takes nothing, since nobody would open it', async () => {
  await db.query('insert into streams (id, last_sequence) values (?, 0)', ['a']);
  const one = node('one');
  one.membership.recheck();
  await one.clock.advance(1);
  expect(await db.query('select owner from streams', [])).toEqual([[null]]);
  await one.beat();
  expect(one.heard).toEqual(['gained a']);
});

test('a node that leaves while a beat is under way is not put on the list again by it', async () => {
  const one = node('one');
  await one.beat();
  const { batch } = db;
  const arrival = Promise.withResolvers<void>();
  db = {
    ...db,
    async batch(list) {
      if (list.some(({ sql }) => sql.startsWith('insert into nodes'))) await arrival.promise;
      return batch(list);
    },
  };
  one.membership.recheck();
  const log = createLog('error', one.clock.now, () => {});
  const { membership, clock } = one;
  const leaving = createLeaving({ db, membership, isBeginning: () => false, clock, log });
  const left = leaving.leave();
  await clock.advance(1_000);
  arrival.resolve();
  await left;
  expect(await db.query('select name from nodes', [])).toEqual([]);
});

test('a node that leaves gives back what it could not give back while it drained', async () => {
  await streams('a');
  const one = node('one');
  await one.beat();
  let isCut = true;
  const { batch } = db;
  const cut: typeof db = {
    ...db,
    async batch(list) {
      const isGivenBack = list.some(({ sql }) => sql.startsWith('update streams set owner = null'));
      if (isCut && isGivenBack) throw new DatabaseError('unreachable', 'cut by the test');
      return batch(list);
    },
  };
  const log = createLog('error', one.clock.now, () => {});
  const { membership, clock } = one;
  const leaving = createLeaving({ db: cut, membership, isBeginning: () => false, clock, log });
  const drained = leaving.drain(5_000);
  await clock.advance(5_000);
  await drained;
  expect(await owners()).toEqual({ a: 'one 1' });
  isCut = false;
  await leaving.leave();
  expect(await db.query('select owner from streams', [])).toEqual([[null]]);
});
