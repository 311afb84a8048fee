import { expect, test } from 'bun:test';
import { createSharedAnswer } from '../../../src/modules/gateway/shared-answer.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

test('those who ask at the same time share one answer, which is found anew after a second', async () => {
  const clock = manualClock();
  let found = 0;
  const answer = createSharedAnswer(clock, async () => {
    found++;
    return 'counted';
  });
  await Promise.all([answer(), answer()]);
  await answer();
  expect(found).toBe(1);
  await clock.advance(1_000);
  await answer();
  expect(found).toBe(2);
});

test('an answer that took long is kept for twenty times as long', async () => {
  const clock = manualClock();
  let found = 0;
  const answer = createSharedAnswer(clock, async () => {
    found++;
    await clock.advance(500);
    return 'counted';
  });
  await answer();
  await clock.advance(9_000);
  await answer();
  expect(found).toBe(1);
  await clock.advance(1_000);
  await answer();
  expect(found).toBe(2);
});

test('an answer that failed is not kept', async () => {
  let fails = true;
  const answer = createSharedAnswer(manualClock(), async () => {
    if (fails) throw new Error('locked');
    return 'counted';
  });
  expect(await answer().catch((error) => error.message)).toBe('locked');
  fails = false;
  expect(await answer()).toBe('counted');
});
