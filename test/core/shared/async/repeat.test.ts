import { expect, test } from 'bun:test';
import { Backoff, repeat } from '../../../../src/core/shared/async/repeat.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';

const MINUTE = 60_000;

test('repeated work runs at once, and then an interval after each end, until it is stopped', async () => {
  const clock = manualClock();
  let runs = 0;
  const repeated = repeat({ clock, ms: MINUTE, failed: () => {} }, async () => runs++);
  await repeated.run();
  await clock.advance(2 * MINUTE);
  expect(runs).toBe(3);
  repeated.stop();
  await clock.advance(2 * MINUTE);
  expect(runs).toBe(3);
});

test('repeated work that fails is reported, and runs again after the interval', async () => {
  const clock = manualClock();
  const failures: unknown[] = [];
  const work = async () => Promise.reject(new Error('no'));
  const repeated = repeat({ clock, ms: MINUTE, failed: (error) => failures.push(error) }, work);
  await repeated.run();
  await clock.advance(MINUTE);
  expect(failures).toEqual([new Error('no'), new Error('no')]);
  repeated.stop();
});

test('work that is stopped while it runs is not repeated', async () => {
  const clock = manualClock();
  const gate = Promise.withResolvers<void>();
  const repeated = repeat({ clock, ms: MINUTE, failed: () => {} }, () => gate.promise);
  const run = repeated.run();
  repeated.stop();
  gate.resolve();
  await run;
  expect(clock.pending()).toBe(0);
});

test('pauses double up to the longest, and begin anew after a success', () => {
  const backoff = new Backoff({ firstMs: 50, maxMs: 500 });
  const next = (count: number) => Array.from({ length: count }, () => backoff.next());
  expect(next(6)).toEqual([50, 100, 200, 400, 500, 500]);
  backoff.reset();
  expect(next(2)).toEqual([50, 100]);
});
