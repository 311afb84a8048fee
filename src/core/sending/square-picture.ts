/**
 * Returns the picture as a PNG of `side` by `side` pixels, without stretching it: a smaller picture gets transparent
 * edges (white ones with `isOnWhite`), a larger one is cut on all sides. `png` must come from Bun's own encoder,
 * because this does not limit what decoding costs.
 */
export async function squarePicture(
  png: Uint8Array,
  side: number,
  isOnWhite = false,
): Promise<Uint8Array> {
  // The package is loaded with the first picture.
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
  // Type 2 has no alpha: transparent pixels become white. Bun opens the file at once, so it need not be small.
  const colorType = isOnWhite ? 2 : 6;
  return PNG.sync.write(canvas, { colorType, filterType: 0, deflateLevel: 1 });
}
