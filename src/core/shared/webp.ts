/** Reads the head of a WebP file. */
interface WebP {
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

/** Its first chunk tells which of three forms follows; sizes have 14 or 24 bits, some of them less one. */
const FORM_AT = 12;
const HEAD_BYTES = 30;
const ANIMATED = 0x02;

/** Returns null for any other format, or a file that ends too soon. */
export function webpOf(bytes: Uint8Array): WebP | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWebP =
    file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
  if (!isWebP || file.length < HEAD_BYTES) return null;
  switch (file.toString('latin1', FORM_AT, FORM_AT + 4)) {
    case 'VP8X':
      return {
        width: file.readUIntLE(24, 3) + 1,
        height: file.readUIntLE(27, 3) + 1,
        isAnimated: (file.readUInt8(20) & ANIMATED) !== 0,
      };
    case 'VP8L': {
      const sizes = file.readUInt32LE(21);
      const [width, height] = [(sizes & 0x3fff) + 1, ((sizes >>> 14) & 0x3fff) + 1];
      return { width, height, isAnimated: false };
    }
    case 'VP8 ': {
      const [width, height] = [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
      return { width, height, isAnimated: false };
    }
    default:
      return null;
  }
}

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
