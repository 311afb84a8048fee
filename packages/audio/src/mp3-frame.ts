/** Reads the headers of the frames of MP3 files, which state their length and duration, and the tags between them. */

/** A frame as its header describes it. */
export interface Mp3Frame {
  /** The length, which includes the header. */
  readonly bytes: number;
  readonly samples: number;
  /** In samples a second. */
  readonly rate: number;
}

const HEADER_BYTES = 4;
/** In kilobits a second, indexed by the number in the header; the first means "free", which no encoder writes. */
const KILOBITS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KILOBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];
const RESERVED = 1;
const LAYER_3 = 1;

/** Returns null when no frame of Layer III begins at `at`. */
export function frameAt(file: Buffer, at: number): Mp3Frame | null {
  if (at + HEADER_BYTES > file.length) return null;
  const header = file.readUInt32BE(at);
  const version = (header >>> 19) & 3;
  if (header >>> 21 !== 0x7ff || version === RESERVED) return null;
  if (((header >>> 17) & 3) !== LAYER_3) return null;
  const isFirst = version === 3;
  const kilobits = (isFirst ? KILOBITS_1 : KILOBITS_2)[(header >>> 12) & 15];
  const fullRate = RATES[(header >>> 10) & 3];
  if (!kilobits || fullRate === undefined) return null;
  // MPEG-1, MPEG-2 and MPEG-2.5: each has half the rates of the one before.
  const rate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  const padding = (header >>> 9) & 1;
  return { bytes: Math.floor((samples * kilobits * 125) / rate) + padding, samples, rate };
}

const hasText = (file: Buffer, at: number, text: string): boolean =>
  file.toString('latin1', at, at + text.length) === text;

/** Returns the length of the tag (titles, pictures) that begins at `at`, or 0 when none does. */
export function tagBytesAt(file: Buffer, at: number): number {
  const head = file.subarray(at, at + 32);
  if (hasText(head, 0, 'ID3') && head.length >= 10) {
    // Only seven bits of each byte are used.
    const size = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
    return size + (hasFooter ? 20 : 10);
  }
  if (hasText(head, 0, 'TAG')) return 128;
  if (hasText(head, 0, 'APETAGEX') && head.length >= 16) return head.readUInt32LE(12) + 32;
  return 0;
}
