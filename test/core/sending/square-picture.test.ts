/** Pictures that become square, whichever filter their rows were written with. */
import { expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { squarePicture } from '../../../src/core/sending/pictures.ts';

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
