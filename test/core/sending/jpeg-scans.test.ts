/** What is read of a JPEG file before it is opened: how often it goes over its pixels. */
import { expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { jpegScans } from '../../../src/core/sending/pictures.ts';
import { generator } from '../../helpers/generator.ts';
import { jpegOfScans } from '../../helpers/many-scans.ts';

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
