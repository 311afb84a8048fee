/** The hourly removal of stored answers, as the service does it. */
import { expect, test } from 'bun:test';
import { createPruning } from '../../src/app/pruning.ts';
import { yieldToEventLoop } from '../../src/core/shared/clock.ts';
import { manualClock } from '../doubles/manual-clock.ts';
import { startApp } from '../helpers/app.ts';

test('a service that is stopped while it removes old answers sets no timer for the next time', async () => {
  const clock = manualClock();
  // The removal begins at the end of the start, so it is under way here.
  const { app } = await startApp({ clock });
  await app.stop(0);
  await clock.advance(0);
  expect(clock.pending()).toBe(0);
});

test('other work goes on while much is removed, and a service that stops leaves the rest', async () => {
  let left = 100;
  const store = { prune: async () => (left > 0 ? left-- : 0) };
  const stores = { idempotency: store, portalLinks: store, uploadedFiles: store };
  const log = { warn() {} };
  const pruning = createPruning({ clock: manualClock(), log, ...stores } as never);
  const running = pruning.run();
  await yieldToEventLoop();
  expect(left).toBeGreaterThan(90);
  pruning.stop();
  await running;
  expect(left).toBeGreaterThan(90);
});
