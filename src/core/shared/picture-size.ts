/** Reads width and height from the head of a PNG or JPEG file. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Returns null for any other format, or a file that ends too soon. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length >= 24 && file.subarray(0, 4).equals(PNG_HEAD))
    return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  return file.length >= 4 && file.readUInt16BE(0) === 0xffd8 ? jpegSize(file) : null;
}

/** The frame header of a JPEG is the first segment marked C0-CF that is not a table (C4, C8, CC). */
function jpegSize(file: Buffer): PictureSize | null {
  let at = 2;
  while (at + 9 <= file.length && file[at] === 0xff) {
    const marker = file.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    at += 2 + file.readUInt16BE(at + 2);
  }
  return null;
}
