/** Makes progressive JPEG files of as many scans as are asked for. */
const SCAN = Buffer.from([0xff, 0xda]);
const END_BYTES = 2;

/** A picture whose last scan is repeated until there are `count`; Bun writes ten. */
export async function jpegOfScans(picture: Uint8Array, count: number): Promise<Buffer> {
  const jpeg = Buffer.from(await new Bun.Image(picture).jpeg({ progressive: true }).bytes());
  const end = jpeg.length - END_BYTES;
  const last = jpeg.subarray(jpeg.lastIndexOf(SCAN), end);
  const more = Array.from({ length: count - 10 }, () => last);
  return Buffer.concat([jpeg.subarray(0, end), ...more, jpeg.subarray(end)]);
}
