/** Which name and which global key a node may have beside those that live, were killed or come to an end. */
import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { createVault, sha256 } from '../../../src/core/shared/crypto.ts';
import { beat, leave, TIMING } from '../../../src/modules/cluster/beat.ts';
import { isNameFree, isSecond, sharesGlobalKey } from '../../../src/modules/cluster/node-start.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';

let db: Database;
let time: ManualClock;
const databaseNow = () => String(time.steady());
beforeEach(async () => {
  db = await testDatabase();
  time = manualClock();
});

const says = (id: string, name: string, draining = false) => {
  const node = {
    id,
    name,
    url: '',
    version: '1.0.0',
    draining,
    unreached: [],
    takenOver: 0,
    fenced: 0,
  };
  return beat(db, { node, extra: 0, carried: null }, databaseNow);
};

/** Seconds until it is known whether the name can be had; `meanwhile` is done in each. */
async function waitFor(name: string, meanwhile: (second: number) => Promise<unknown>) {
  let isFree = null as boolean | null;
  void isNameFree({ db, clock: time, databaseNow }, name).then((answer) => {
    isFree = answer;
  });
  await time.advance(0);
  for (let seconds = 0; ; seconds++) {
    if (isFree !== null) return { isFree, seconds };
    await meanwhile(seconds);
    await time.advance(1_000);
  }
}

test('a name that nobody has can be had at once', async () => {
  await says('a', 'other');
  expect(await waitFor('one', async () => {})).toEqual({ isFree: true, seconds: 0 });
});

test('the name of a node that lives cannot be had, which is said after the time of a lease', async () => {
  await says('a', 'one');
  const living = (second: number) =>
    second % 3 === 0 ? says('a', 'one') : Promise.resolve(undefined);
  expect(await waitFor('one', living)).toEqual({ isFree: false, seconds: 12 });
});

test('a killed node that comes back under its name begins before its own lease ends', async () => {
  await says('a', 'one');
  expect(await waitFor('one', async () => {})).toEqual({ isFree: true, seconds: 6 });
});

test('a name can be had as soon as the node that has it ends', async () => {
  await says('a', 'one');
  const gone = await waitFor('one', (second) =>
    second === 2 ? db.batch([leave('a')]) : says('a', 'one'),
  );
  expect(gone.isFree).toBe(true);
  await says('b', 'two');
  const ending = await waitFor('two', (second) => says('b', 'two', second >= 2));
  expect(ending).toEqual({ isFree: true, seconds: 3 });
});

test('of two nodes that begin under one name in the same moment the first one goes on', async () => {
  await says('z', 'one');
  await time.advance(10);
  const { nodes } = await says('a', 'one');
  expect([isSecond(nodes, 'z'), isSecond(nodes, 'a')]).toEqual([false, true]);
  await time.advance(TIMING.leaseMs / 2);
  const later = await says('b', 'one');
  expect(isSecond(later.nodes, 'b')).toBe(false);
});

let processes = 0;
const vault = createVault(Buffer.alloc(32, 7).toString('base64'));

/** A process that starts as a node of this name, with these keys. */
function processOf(name: string, keys: string, sealing = vault) {
  const id = `${processes++} ${name}`;
  const deps = { db, clock: time, vault: sealing, databaseNow };
  const hashes = keys.split(',').map(sha256);
  const counts = { unreached: [], takenOver: 0, fenced: 0 };
  return {
    id,
    shares: (waitMs = 0) => sharesGlobalKey({ ...deps, node: { id, name }, hashes }, waitMs),
    beats(draining = false) {
      const node = { id, name, url: '', version: '1.0.0', draining, ...counts };
      return beat(db, { node, extra: 0, carried: null }, databaseNow);
    },
    leaves: () => db.batch([leave(id)]),
  };
}

/** Starts as a node does, and lives. */
async function started(name: string, keys: string, sealing = vault) {
  const node = processOf(name, keys, sealing);
  expect(await node.shares()).toBe(true);
  await node.beats();
  expect(await node.shares()).toBe(true);
  return node;
}

const mayStart = (name: string, keys: string) => processOf(name, keys).shares();

const facts = async () =>
  (await db.query("select name, value from service_facts where name like 'global-keys %'", [])).map(
    String,
  );

test('a node with another key than one that lives does not start, and leaves nothing', async () => {
  const { id } = await started('one', 'old');
  expect(await mayStart('three', 'new')).toBe(false);
  const told = await facts();
  expect(told.map((text) => text.split(',')[0])).toEqual([`global-keys ${id}`]);
  expect(told.join()).not.toContain(sha256('old'));
  expect(await mayStart('two', 'old')).toBe(true);
});

test('a node that is alone may change its key, also right after it was killed', async () => {
  await started('one', 'old');
  expect(await mayStart('one', 'new')).toBe(true);
});

test('the key of several nodes is changed node by node, by way of both keys', async () => {
  const nodes = { one: await started('one', 'old'), two: await started('two', 'old') };
  const restart = async (name: 'one' | 'two', keys: string) => {
    await nodes[name].leaves();
    nodes[name] = await started(name, keys);
  };
  expect(await mayStart('one', 'new')).toBe(false);
  await restart('one', 'new,old');
  expect(await mayStart('one', 'new')).toBe(false);
  await restart('two', 'new,old');
  await restart('one', 'new');
  await restart('two', 'new');
  expect(await mayStart('three', 'old')).toBe(false);
});

test.each<[string, (node: Awaited<ReturnType<typeof started>>) => Promise<unknown>]>([
  ['ends', (node) => node.beats(true)],
  ['has left', (node) => node.leaves()],
  ['was killed', () => Promise.resolve()],
])('a node with another key that %s is waited for', async (_, end) => {
  const one = await started('one', 'old');
  let isShared = null as boolean | null;
  void processOf('two', 'new')
    .shares(12_000)
    .then((answer) => {
      isShared = answer;
    });
  await time.advance(1_000);
  expect(isShared).toBeNull();
  await end(one);
  for (let seconds = 1; seconds < 12 && isShared === null; seconds++) await time.advance(1_000);
  expect(isShared).toBe(true);
});

test('of nodes that begin at the same moment with different keys the first one goes on', async () => {
  const [first, second] = [processOf('a', 'old'), processOf('b', 'new')];
  expect([await first.shares(), await second.shares()]).toEqual([true, true]);
  await second.beats();
  await first.beats();
  expect([await first.shares(), await second.shares()]).toEqual([true, false]);
});

test('a node that has sealed its keys with another encryption key is not compared', async () => {
  await started('one', 'old', createVault(Buffer.alloc(32, 8).toString('base64')));
  expect(await mayStart('two', 'new')).toBe(true);
});
