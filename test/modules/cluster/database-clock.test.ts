/** The clock that nodes share: how it begins, and how it follows the one of the database. */
import { expect, test } from 'bun:test';
import { databaseClock } from '../../../src/modules/cluster/database-clock.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';

const HOUR_MS = 3_600_000;

/** A process whose clocks are `offMs` away from those of the database, which is `tookMs` away. */
async function at(offMs: number, tookMs = 0) {
  const time = manualClock();
  const own = manualClock(time.steady() + offMs);
  const pass = async (ms: number, clocks: readonly ManualClock[] = [time, own]) => {
    for (const one of clocks) await one.advance(ms);
  };
  const clock = await databaseClock(
    {
      async query() {
        await pass(tookMs / 2);
        const row = [time.steady()];
        await pass(tookMs / 2);
        return [row];
      },
    },
    own,
  );
  return { clock, time, own, pass, off: () => clock.steady() - time.steady() };
}

test.each([HOUR_MS, -HOUR_MS, 0])(
  'a node whose clocks are %p ms off dates what it writes, and keeps due times, in the time of the database',
  async (offMs) => {
    const { clock, time, off, pass } = await at(offMs, 40);
    expect(off()).toBe(0);
    await pass(90_000);
    expect(off()).toBe(0);
    expect(clock.now()).toBe(time.now());
  },
);

test('a process that stood still is back at the time of the database with the next answer', async () => {
  const { clock, time, own, off, pass } = await at(0);
  await pass(HOUR_MS, [time]);
  clock.follow(time.steady(), 0);
  expect(off()).toBe(0);
  await pass(1_000, [time, own]);
  expect(off()).toBe(0);
});

test('clocks that drift apart are brought together a little at a time, and the time never goes back', async () => {
  const { clock, time, own, off, pass } = await at(0);
  await pass(20, [time]);
  const seen = [clock.steady()];
  for (let beat = 0; beat < 20; beat++) {
    clock.follow(time.steady(), 0);
    seen.push(clock.steady());
  }
  expect(off()).toBe(0);
  await pass(20, [own]);
  for (let beat = 0; beat < 20; beat++) {
    clock.follow(time.steady(), 0);
    seen.push(clock.steady());
    await pass(1, [time, own]);
  }
  expect(off()).toBe(0);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test('an answer that was long on its way changes nothing', async () => {
  const { clock, time, off, pass } = await at(0);
  const said = time.steady();
  await pass(2_000);
  clock.follow(said, 2_000);
  expect(off()).toBe(0);
});
