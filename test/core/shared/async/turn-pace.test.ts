import { expect, test } from 'bun:test';
import { TurnPace } from '../../../../src/core/shared/async/caller-turns.ts';
import { turnsOf } from '../../../helpers/turns.ts';

test('so many callers pass in each turn of the event loop, in the order of asking', async () => {
  const pace = new TurnPace(5);
  const passed: number[] = [];
  const calls = Array.from({ length: 50 }, async (_, index) => {
    await pace.pass();
    passed.push(index);
  });
  const [, turns] = await turnsOf(Promise.all(calls));
  expect(turns).toBeGreaterThanOrEqual(10);
  expect(passed).toEqual([...passed.keys()]);
});

test('a caller alone waits for no turn', async () => {
  const [, turns] = await turnsOf(new TurnPace(5).pass());
  expect(turns).toBe(1);
});
