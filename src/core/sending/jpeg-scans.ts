/** Counts the scans of a JPEG file without decoding it, since each scan may go over the whole picture again. */
export interface JpegScans {
  readonly count: number;
  /** Pixels that are decoded, summed over all scans and components. */
  readonly pixels: number;
  /** Whether it is coded arithmetically, which hardly any program writes and which is slowest to read. */
  readonly isArithmetic: boolean;
}

interface Frame {
  readonly pixels: number;
  readonly isArithmetic: boolean;
}

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Sides are counted in whole groups of blocks, which are at most four blocks of eight pixels long. */
const GROUP_SIDE = 32;

/** Returns null for any other format. Bytes after the end of the picture are ignored, and so is damage that ends it. */
export function jpegScans(bytes: Uint8Array): JpegScans | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  let frame: Frame | null = null;
  let count = 0;
  let components = 0;
  for (let at = nextMarker(bytes, 2); at < bytes.length; ) {
    const marker = bytes[at + 1] ?? END;
    if (marker === END) break;
    if (isFrame(marker)) frame ??= frameAt(bytes, at);
    if (marker === SCAN) {
      count++;
      components += bytes[at + 4] ?? 0;
    }
    at = nextMarker(bytes, at + 2 + Math.max(2, uint16(bytes, at + 2)));
  }
  const { pixels = 0, isArithmetic = false } = frame ?? {};
  return { count, pixels: components * pixels, isArithmetic };
}

/** C0-CF, apart from those of tables (C4, CC) and the one that is reserved (C8). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function frameAt(bytes: Uint8Array, at: number): Frame {
  const whole = (side: number) => Math.ceil(side / GROUP_SIDE) * GROUP_SIDE;
  const [height, width] = [uint16(bytes, at + 5), uint16(bytes, at + 7)];
  return { pixels: whole(width) * whole(height), isArithmetic: (bytes[at + 1] ?? 0) > 0xc8 };
}

/** Returns where the next segment begins, skipping pixels and the marks among them (00, 01, D0-D7). */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1] ?? 0;
    const isAmongPixels = marker <= 1 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (!isAmongPixels) return at;
  }
  return bytes.length;
}

const uint16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
