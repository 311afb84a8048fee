/** Makes a picture square without stretching it: edges are put around it, or cut from it. */

/**
 * The picture in the middle of `side` by `side` pixels, as PNG: where it is smaller its edges are transparent, where it
 * is larger they are cut off. `isOnWhite`: nothing is transparent, but white. It must be a PNG that Bun's own encoder
 * has written: files of others are not checked here for what they would take.
 */
export async function squarePicture(
  png: Uint8Array,
  side: number,
  isOnWhite = false,
): Promise<Uint8Array> {
  // It is loaded with the first picture.
  const { PNG } = await import('pngjs');
  const picture = PNG.sync.read(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  const canvas = new PNG({ width: side, height: side });
  const [width, height] = [Math.min(picture.width, side), Math.min(picture.height, side)];
  const [fromX, fromY] = [(picture.width - width) >> 1, (picture.height - height) >> 1];
  PNG.bitblt(
    picture,
    canvas,
    fromX,
    fromY,
    width,
    height,
    (side - width) >> 1,
    (side - height) >> 1,
  );
  // Type 2 has no alpha: what is transparent is laid on white. Bun opens the file at once, so it need not be small.
  const colorType = isOnWhite ? 2 : 6;
  return PNG.sync.write(canvas, { colorType, filterType: 0, deflateLevel: 1 });
}
