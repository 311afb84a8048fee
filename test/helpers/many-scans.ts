/** Makes progressive JPEG files of as many scans as are asked for. */
const SCAN = Buffer.from([0xff, 0xda]);
const END_BYTES = 2;

/** A picture whose last scan is repeated until there are `count`; Bun writes ten. `side`: made so large before. */
export async function jpegOfScans(
  picture: Uint8Array,
  count: number,
  side: number | null = null,
): Promise<Buffer> {
  const image = new Bun.Image(picture);
  const sized = side === null ? image : image.resize(side, side);
  const jpeg = Buffer.from(await sized.jpeg({ progressive: true }).bytes());
  const end = jpeg.length - END_BYTES;
  const last = jpeg.subarray(jpeg.lastIndexOf(SCAN), end);
  const more = Array.from({ length: count - 10 }, () => last);
  return Buffer.concat([jpeg.subarray(0, end), ...more, jpeg.subarray(end)]);
}
