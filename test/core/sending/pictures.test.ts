/** Pictures: what is read of them before, how they are opened by turns of the instances, and how they become square. */
import { expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { drawPicture, jpegScans, squarePicture } from '../../../src/core/sending/pictures.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { generator } from '../../helpers/generator.ts';
import { jpegOfScans } from '../../helpers/many-scans.ts';
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

const picture = PNG.sync.write(new PNG({ width: 320, height: 96 }));
const SIZE = 320 * 96;
const baseline = Buffer.from(await new Bun.Image(picture).jpeg().bytes());

test('the scans of a JPEG are counted, and the pixels of all their components', async () => {
  expect(jpegScans(baseline)).toEqual({ count: 1, pixels: 3 * SIZE, isArithmetic: false });
  const progressive = await jpegOfScans(picture, 10);
  expect(jpegScans(progressive)).toEqual({ count: 10, pixels: 14 * SIZE, isArithmetic: false });
  expect(jpegScans(await jpegOfScans(picture, 5_000))).toMatchObject({ count: 5_000 });
});

test('what looks like a scan inside of another segment, or after the end, is not counted', () => {
  const comment = Buffer.from([0xff, 0xfe, 0, 8, 0xff, 0xda, 0, 2, 0xff, 0xda]);
  const [start, rest] = [baseline.subarray(0, 2), baseline.subarray(2)];
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
  const file = Buffer.concat([start, comment, comment, rest, scan, scan]);
  expect(jpegScans(file)?.count).toBe(1);
});

test('a scan is counted whatever stands between its segments', () => {
  const scan = baseline.subarray(baseline.indexOf(Buffer.from([0xff, 0xda])), -2);
  const filled = Buffer.concat([Buffer.from([0xff, 0xff]), scan, Buffer.from([7, 0, 0xff, 0xff])]);
  const file = Buffer.concat([baseline.subarray(0, -2), filled, scan, baseline.subarray(-2)]);
  expect(jpegScans(file)?.count).toBe(3);
});

test('arithmetic coding is noticed, and what is no JPEG has no scans', () => {
  const arithmetic = Buffer.from(baseline);
  arithmetic.writeUInt8(0xc9, arithmetic.indexOf(Buffer.from([0xff, 0xc0])) + 1);
  expect(jpegScans(arithmetic)).toMatchObject({ isArithmetic: true });
  expect([picture, Buffer.alloc(0), Buffer.from([0xff])].map(jpegScans)).toEqual([
    null,
    null,
    null,
  ]);
});

test('damaged files end the count, and never throw', () => {
  const below = generator(7);
  for (let round = 0; round < 300; round++) {
    const file = Buffer.from(baseline.subarray(0, 3 + below(baseline.length)));
    for (let change = 0; change < 20; change++)
      file[2 + below(file.length - 2)] = below(2) === 0 ? 0xff : below(256);
    expect(jpegScans(file)?.count).toBeLessThan(file.length);
  }
});

const [WIDTH, HEIGHT] = [24, 16];
const FILTERS = [0, 1, 2, 3, 4] as const;

/** Neighbours differ by much and by little, so that each filter guesses each of them somewhere. */
function uneven(): PNG {
  const png = new PNG({ width: WIDTH, height: HEIGHT });
  for (let at = 0; at < png.data.length; at++) png.data[at] = (at * at * 7 + (at >> 5) * 13) % 256;
  return png;
}

const pixelAt = ({ data, width }: PNG, x: number, y: number): number =>
  data.readUInt32BE((y * width + x) * 4);

test.each(FILTERS)('every pixel is the same with rows of filter %i', async (filterType) => {
  const original = uneven();
  const file = PNG.sync.write(original, { filterType });
  const larger = PNG.sync.read(Buffer.from(await squarePicture(file, 32)));
  const smaller = PNG.sync.read(Buffer.from(await squarePicture(file, 12)));
  expect([larger.width, larger.height, smaller.width, smaller.height]).toEqual([32, 32, 12, 12]);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      expect(pixelAt(larger, x + (32 - WIDTH) / 2, y + (32 - HEIGHT) / 2)).toBe(
        pixelAt(original, x, y),
      );
  for (let y = 0; y < 12; y++)
    for (let x = 0; x < 12; x++)
      expect(pixelAt(smaller, x, y)).toBe(
        pixelAt(original, x + (WIDTH - 12) / 2, y + (HEIGHT - 12) / 2),
      );
});
