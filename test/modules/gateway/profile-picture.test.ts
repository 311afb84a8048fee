/** Pictures of accounts, whatever picture they are made of. */
import { expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { pictureSize } from '../../../src/core/shared/webp.ts';
import { createPictureReader } from '../../../src/modules/gateway/profile-picture.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const read = createPictureReader(
  { fetchFile: async () => ({ problem: 'no route' }) },
  manualClock(),
  2 ** 27,
);
const madeOf = (bytes: Uint8Array) =>
  read({
    instanceId: 'shop',
    field: 'picture',
    file: { bytes },
    signal: new AbortController().signal,
  });

type Colour = readonly [number, number, number, number];

/** Each pixel by where it is. */
function drawing(width: number, height: number, colour: (x: number, y: number) => Colour) {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) png.data.set(colour(x, y), (y * width + x) * 4);
  return PNG.sync.write(png);
}

async function colours(jpeg: Uint8Array) {
  const { data } = PNG.sync.read(Buffer.from(await new Bun.Image(jpeg).png().bytes()));
  return (x: number, y: number) =>
    [...data.subarray((y * 640 + x) * 4, (y * 640 + x) * 4 + 3)].map((one) => (one > 127 ? 1 : 0));
}

const RED: Colour = [255, 0, 0, 255];
const BLUE: Colour = [0, 0, 255, 255];

test('a picture that is not square loses what is beside its middle, and is not stretched', async () => {
  const third = (at: number) => (at >= 100 && at < 200 ? RED : BLUE);
  for (const file of [
    drawing(300, 100, (x) => third(x)),
    drawing(100, 300, (_, y) => third(y)),
    drawing(1_200, 400, (x) => third(x / 4)),
  ]) {
    const jpeg = await madeOf(file);
    expect(pictureSize(jpeg)).toEqual({ width: 640, height: 640 });
    const at = await colours(jpeg);
    for (const [x, y] of [
      [8, 8],
      [631, 8],
      [320, 320],
      [8, 631],
      [631, 631],
    ] as const)
      expect(at(x, y)).toEqual([1, 0, 0]);
  }
});

test('a small picture is made larger, and what is transparent in it is white', async () => {
  const at = await colours(await madeOf(drawing(20, 20, (x) => (x < 10 ? RED : [0, 0, 0, 0]))));
  expect([at(100, 320), at(540, 320)]).toEqual([
    [1, 0, 0],
    [1, 1, 1],
  ]);
});

test('a photo taken on its side is turned, and keeps its form', async () => {
  // The orientation in its head: to be turned by a quarter to the right.
  const jpeg = await new Bun.Image(drawing(300, 100, (_, y) => (y < 50 ? BLUE : RED)))
    .jpeg()
    .bytes();
  const head = 'ffe1002245786966000049492a0008000000010012010300010000000600000000000000';
  const turned = [jpeg.subarray(0, 2), Buffer.from(head, 'hex'), jpeg.subarray(2)];
  const at = await colours(await madeOf(Buffer.concat(turned)));
  for (const y of [8, 320, 631])
    expect([at(8, y), at(631, y)]).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
});

test('what is no picture, or has too many pixels or too long a form, is refused by the name of its field', async () => {
  const refusal = (bytes: Uint8Array) => madeOf(bytes).then(String, (error) => error.message);
  expect(await refusal(Buffer.from('text'))).toBe(
    'picture is no picture: PNG, JPEG, WebP, GIF and BMP can be read',
  );
  expect(await refusal(drawing(410, 100, () => RED))).toBe(
    'picture must not be more than 4 times as long as wide',
  );
  expect(await refusal(drawing(4_000, 1, () => RED))).toContain('4 times as long');
  const huge = drawing(1, 1, () => RED);
  huge.writeUInt32BE(5_000, 16);
  huge.writeUInt32BE(5_000, 20);
  expect(await refusal(huge)).toMatch(/^picture (has more than 16777216 pixels|is a damaged)/);
});
