/** For how long another node is waited for. */
import { expect, test } from 'bun:test';
import { watchOwner } from '../../src/cluster/owner-watch.ts';
import { manualClock } from '../doubles/manual-clock.ts';

const OWNER = { id: 'a', url: 'http://a.test' };

function watching() {
  const clock = manualClock();
  // Only its id is looked at.
  const nodes = [{ id: OWNER.id }] as never;
  const fetch = async () => new Response('alive');
  return { clock, watch: watchOwner({ clock, membership: { nodes }, fetch }, OWNER) };
}

test('a node that lives and does not answer is waited for 120 seconds', async () => {
  const { clock, watch } = watching();
  await clock.advance(119_999);
  expect(watch.gone.aborted).toBe(false);
  await clock.advance(1);
  expect(String(watch.gone.reason)).toBe('Error: the node has not answered in 120 seconds');
  expect(clock.pending()).toBe(0);
});

test('once it has answered nothing is looked at any more', () => {
  const { clock, watch } = watching();
  watch.stop();
  expect([watch.gone.aborted, clock.pending()]).toEqual([false, 0]);
});
