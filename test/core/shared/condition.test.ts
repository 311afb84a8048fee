import { expect, test } from 'bun:test';
import { ConditionRecord } from '../../../src/core/shared/condition.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

test('a condition says since when it is so, and of several failures the latest, which is remembered', async () => {
  const clock = manualClock();
  const condition = new ConditionRecord(clock, null);
  expect(condition.current).toEqual({ state: 'up', since: clock.now(), error: null });
  await clock.advance(1_000);
  const since = clock.now();
  condition.down('timeout: first');
  await clock.advance(1_000);
  condition.down('timeout: second');
  const lastFailure = { at: clock.now(), error: 'timeout: second' };
  expect(condition.current).toEqual({
    state: 'down',
    since,
    error: 'timeout: second',
    lastFailure,
  });
  await clock.advance(1_000);
  expect([condition.up(), condition.up()]).toEqual([true, false]);
  expect(condition.current).toEqual({ state: 'up', since: clock.now(), error: null, lastFailure });
});

test('failures may be logged once a minute, however often it was up in between', async () => {
  const clock = manualClock();
  const condition = new ConditionRecord(clock, 'connecting: not yet');
  const mayLog = () => {
    condition.up();
    return condition.down('timeout: no answer');
  };
  expect([mayLog(), mayLog()]).toEqual([true, false]);
  await clock.advance(59_999);
  expect(mayLog()).toBe(false);
  await clock.advance(1);
  expect(mayLog()).toBe(true);
});
