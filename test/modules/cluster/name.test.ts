/** Which name a node may have, beside those that live, were killed or come to an end. */
import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { beat, leave, TIMING } from '../../../src/modules/cluster/beat.ts';
import { isNameFree, isSecond } from '../../../src/modules/cluster/node-start.ts';
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
