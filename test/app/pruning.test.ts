/** The hourly removal of stored answers, as the service does it. */
import { expect, test } from 'bun:test';
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
