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
