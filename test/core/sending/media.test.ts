import { expect, test } from 'bun:test';
import { createMediaBudget } from '../../../src/core/sending/media.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';

const setUp = () => {
  const clock = manualClock();
  return { clock, ...createMediaBudget({ clock, bytes: 100, bytesPerInstance: 60 }) };
};
const reason = (taking: Promise<unknown>) =>
  taking.then(
    () => 'taken',
    (error) => error.reason,
  );

test('bytes may be held up to the share of one instance, and the total of all', async () => {
  const { take } = setUp();
  await take('a', 60, false);
  expect(await reason(take('a', 1, false))).toBe('rate_limited');
  await take('b', 40, false);
  expect(await reason(take('c', 1, false))).toBe('rate_limited');
  expect(await reason(take('c', 0, false))).toBe('taken');
});

test('what is released, in part or whole, can be taken again', async () => {
  const { take } = setUp();
  const held = await take('a', 60, false);
  held.shrink(20);
  expect(await reason(take('a', 41, false))).toBe('rate_limited');
  const more = await take('a', 40, false);
  held.release();
  more.release();
  expect(await reason(take('a', 60, false))).toBe('taken');
});

test('a waiting caller gets room as soon as there is enough for it, in the order they came', async () => {
  const { take, clock } = setUp();
  const first = await take('a', 50, false);
  const second = await take('b', 50, false);
  const order: string[] = [];
  const noted = (name: string, taking: Promise<unknown>) => taking.then(() => order.push(name));
  const waiting = [
    noted('a', take('a', 60, true)),
    noted('c', take('c', 30, true)),
    noted('d', take('d', 20, true)),
  ];
  second.release();
  await Promise.all(waiting.slice(1));
  expect(order).toEqual(['c', 'd']);
  first.release();
  expect(Bun.peek.status(waiting[0]!)).toBe('pending');
  expect(clock.pending()).toBe(1);
});

test('waiting ends after 10 s, and no memory stays reserved', async () => {
  const { take, clock } = setUp();
  const held = await take('a', 60, false);
  const waiting = reason(take('a', 60, true));
  await clock.advance(9_999);
  expect(Bun.peek.status(waiting)).toBe('pending');
  await clock.advance(1);
  expect(await waiting).toBe('rate_limited');
  held.release();
  expect(await reason(take('a', 60, false))).toBe('taken');
  expect(clock.pending()).toBe(0);
});

test('room goes to the instance that holds least, then to the one that got some longest ago', async () => {
  const { clock } = setUp();
  const { take } = createMediaBudget({ clock, bytes: 60, bytesPerInstance: 60 });
  const order: string[] = [];
  let held = await take('a', 60, true);
  const asked = ['a', 'a', 'a', 'b', 'c', 'b'].map(async (instanceId) => {
    held = await take(instanceId, 60, true);
    order.push(instanceId);
  });
  for (let turns = 1; turns <= asked.length; turns++) {
    held.release();
    await until('the next has it', () => order.length === turns);
  }
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

test('two instances with slow files leave room for a third, however many of theirs wait', async () => {
  const { clock } = setUp();
  const { take } = createMediaBudget({ clock, bytes: 100, bytesPerInstance: 50 });
  for (const slow of ['a', 'b'])
    for (let file = 0; file < 60; file++) void reason(take(slow, 10, true));
  expect(await reason(take('c', 10, true))).toBe('taken');
});

test('no more than 200 wait, and of one instance no more than 50', async () => {
  const { take, clock } = setUp();
  await take('a', 60, false);
  const fifty = (instanceId: string) =>
    Array.from({ length: 50 }, () => reason(take(instanceId, 60, true)));
  const waiting = fifty('a');
  expect(await reason(take('a', 60, true))).toBe('rate_limited');
  waiting.push(...['b', 'c', 'd'].flatMap(fifty));
  expect(await reason(take('e', 60, true))).toBe('rate_limited');
  expect(clock.pending()).toBe(200);
  await clock.advance(10_000);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['rate_limited']));
});
