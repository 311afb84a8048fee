import { expect, test } from 'bun:test';
import { SharedTimer, type TimedWait } from '../../../../src/core/shared/async/shared-timer.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';

function setUp(ms = 1_000) {
  const clock = manualClock();
  const timer = new SharedTimer(clock, ms);
  const ended: string[] = [];
  const begin = (name: string, over = () => void ended.push(name)): TimedWait => {
    const wait = { until: 0, over };
    timer.begin(wait);
    return wait;
  };
  return { clock, timer, ended, begin };
}

test('many waits take one timer, and each has its whole time', async () => {
  const { clock, ended, begin } = setUp();
  begin('first');
  begin('second');
  await clock.advance(600);
  begin('third');
  expect(clock.pending()).toBe(1);
  await clock.advance(400);
  expect(ended).toEqual(['first', 'second']);
  await clock.advance(599);
  expect(ended).toHaveLength(2);
  await clock.advance(1);
  expect(ended).toEqual(['first', 'second', 'third']);
  expect(clock.pending()).toBe(0);
});

test('a wait that has ended is never over, and the last one to end leaves no timer', async () => {
  const { clock, timer, ended, begin } = setUp();
  const [first, second] = [begin('first'), begin('second')];
  timer.end(first);
  timer.end(first);
  expect(clock.pending()).toBe(1);
  await clock.advance(1_000);
  expect(ended).toEqual(['second']);
  timer.end(second);
  timer.end(begin('third'));
  expect(clock.pending()).toBe(0);
});

test('a wait that begins because another is over has its time too, by the one timer', async () => {
  const { clock, ended, begin } = setUp();
  begin('first', () => void begin('next'));
  await clock.advance(500);
  begin('second');
  await clock.advance(500);
  expect(clock.pending()).toBe(1);
  await clock.advance(500);
  expect(ended).toEqual(['second']);
  await clock.advance(500);
  expect(ended).toEqual(['second', 'next']);
});
