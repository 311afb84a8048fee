import { describe, expect, test } from 'bun:test';
import { createCallQueue } from '../../../src/core/instances/sessions.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

describe('calls on one instance', () => {
  test('run one after the other, in the order they came, failures included', async () => {
    const queue = createCallQueue(manualClock());
    const steps: string[] = [];
    const call = (name: string) => async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
      return name;
    };
    const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => queue.run(call(name))));
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(queue.isIdle()).toBe(true);
  });

  test('a call that hangs is abandoned after 20 s; those behind it go on', async () => {
    const clock = manualClock();
    const queue = createCallQueue(clock);
    const hung = queue.run(() => new Promise(() => {})).catch((error: Error) => error.message);
    await clock.advance(0); // It has begun.
    await clock.advance(15_000);
    const next = queue.run(async () => 'next');
    await clock.advance(5_000);
    expect(await hung).toBe('the instance did not answer in time');
    expect(await next).toBe('next');
    expect(clock.pending()).toBe(0);
  });

  test('a call whose turn does not come in 10 s never begins', async () => {
    const clock = manualClock();
    const queue = createCallQueue(clock);
    let hasBegun = false;
    const hung = queue.run(() => new Promise(() => {})).catch(() => 'given up');
    await clock.advance(0); // It has begun.
    const late = queue
      .run(async () => {
        hasBegun = true;
      })
      .catch((error: Error) => error.message);
    await clock.advance(10_000);
    expect(await late).toBe('the instance is busy with another call');
    await clock.advance(10_000);
    expect(await hung).toBe('given up');
    expect(hasBegun).toBe(false);
  });

  test('calls never overlap, even when one before them has timed out', async () => {
    const clock = manualClock();
    const queue = createCallQueue(clock);
    const gate = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const call = async () => {
      most = Math.max(most, ++running);
      await gate.promise;
      running--;
    };
    const first = queue.run(call);
    const impatient = queue.run(call).catch(() => {});
    await clock.advance(9_000);
    const patient = queue.run(call);
    await clock.advance(1_000);
    await impatient;
    gate.resolve();
    await Promise.all([first, patient]);
    expect(most).toBe(1);
  });

  test('no more than 1000 wait', async () => {
    const queue = createCallQueue(manualClock());
    const gate = Promise.withResolvers<void>();
    const calls = Array.from({ length: 1_000 }, () => queue.run(() => gate.promise));
    await expect(queue.run(async () => {})).rejects.toThrow('too many calls');
    gate.resolve();
    await Promise.all(calls);
    await queue.run(async () => {});
  });
});
