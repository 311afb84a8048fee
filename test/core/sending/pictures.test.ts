/** Pictures are opened by turns of the instances, and nobody waits for one without end. */
import { expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { drawPicture } from '../../../src/core/sending/pictures.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';

const bytes = PNG.sync.write(new PNG({ width: 8, height: 8 }));
const stays = new AbortController().signal;
const clock = manualClock();

/** A picture of an instance whose drawing ends when it is told to. */
function drawing(instanceId: string, signal = stays) {
  const { promise, resolve: end } = Promise.withResolvers<string>();
  let isOpen = false;
  const source = { instanceId, field: 'sticker', bytes, signal, clock };
  const drawn = drawPicture(source, () => {
    isOpen = true;
    return promise;
  }).catch(({ reason, message }) => `${reason}: ${message}`);
  return { drawn, end: () => end('drawn'), isOpen: () => isOpen };
}

test('the picture of an instance waits for one picture of another, however many that has sent', async () => {
  const many = Array.from({ length: 20 }, () => drawing('greedy'));
  await until('the first is open', () => many[0]!.isOpen());
  const own = drawing('small');
  many[0]!.end();
  own.end();
  expect(await own.drawn).toBe('drawn');
  expect(many.slice(2).some(({ isOpen }) => isOpen())).toBe(false);
  for (const { end } of many) end();
  await Promise.all(many.map(({ drawn }) => drawn));
});

test('a caller who goes is answered at once: a picture that waits is never opened, an open one keeps its place', async () => {
  const caller = new AbortController();
  const [open, waiting] = [drawing('one', caller.signal), drawing('two', caller.signal)];
  await until('the first is open', open.isOpen);
  caller.abort();
  const gone = 'invalid: the caller has disconnected';
  expect([await open.drawn, await waiting.drawn]).toEqual([gone, gone]);
  const next = drawing('three');
  next.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect([waiting.isOpen(), next.isOpen()]).toEqual([false, false]);
  open.end();
  expect(await next.drawn).toBe('drawn');
  expect(waiting.isOpen()).toBe(false);
});

test('429 comes after half a minute for a picture that is still being opened, and for those behind it', async () => {
  const [slow, behind] = [drawing('one'), drawing('two')];
  await until('the first is open', slow.isOpen);
  await clock.advance(30_000);
  const late = 'rate_limited: the sticker could not be converted in time';
  expect([await slow.drawn, await behind.drawn]).toEqual([late, late]);
  slow.end();
});
