/** Formats of sound and moving pictures, and others that are stored in the same containers. */
import { type FileFormat, oneOfTypes } from './file-format.ts';

/** Loaded for the first file of sound. */
const audio = () =>
  require('../../../../packages/audio/src/index.ts') as typeof import('../../../../packages/audio/src/index.ts');

/** Returns the format of a RIFF, MP4, Ogg, Matroska or MPEG audio file, or null. `head` is its beginning as Latin-1. */
export const formatByContainer = (head: string, file: Buffer): FileFormat | null =>
  riff(head) ?? isoMedia(head) ?? ogg(head) ?? matroska(head) ?? mpegAudio(head, file);

const RIFF: Readonly<Record<string, FileFormat>> = {
  'RIFF WEBP': { type: 'image/webp', name: 'WebP' },
  'RIFF WAVE': { type: 'audio/wav', name: 'WAV' },
  'RIFF AVI ': { type: 'video/x-msvideo', name: 'AVI' },
  'FORM AIFF': { type: 'audio/aiff', name: 'AIFF' },
  'FORM AIFC': { type: 'audio/aiff', name: 'AIFF' },
};

const riff = (head: string): FileFormat | null =>
  RIFF[`${head.slice(0, 4)} ${head.slice(8, 12)}`] ?? null;

const MP4: FileFormat = {
  type: 'video/mp4',
  name: 'MP4',
  mayBe: oneOfTypes('audio/mp4', 'video/3gpp', 'video/quicktime'),
};
const HEIC: FileFormat = { type: 'image/heic', name: 'HEIC' };
const AVIF: FileFormat = { type: 'image/avif', name: 'AVIF' };
const M4A: FileFormat = { type: 'audio/mp4', name: 'M4A' };
const QUICKTIME: FileFormat = { type: 'video/quicktime', name: 'QuickTime (MOV)' };
const THREE_GPP: FileFormat = {
  type: 'video/3gpp',
  name: '3GP',
  mayBe: oneOfTypes('audio/3gpp', 'video/mp4', 'audio/mp4'),
};

const BRANDS: readonly (readonly [RegExp, FileFormat])[] = [
  [/^avi[fs]/, AVIF],
  [/^(?:hei[cxms]|hev[cxms])/, HEIC],
  [/^(?:M4[AB] |F4[AB] )/, M4A],
  [/^qt {2}/, QUICKTIME],
  [/^3g[2gpr]/, THREE_GPP],
];
/** Brands of any still picture; those with which it is compatible say which. */
const STILL = /^(?:mif1|mif2|msf1|miaf)/;
/** A box can only begin a file with one of these names; older QuickTime files have no brand. */
const FIRST_BOX = /^(?:moov|mdat|free|skip|wide)/;
const COMPATIBLE_MAX = 32;

function isoMedia(head: string): FileFormat | null {
  if (head.startsWith('\0') && FIRST_BOX.test(head.slice(4, 8)))
    return { ...MP4, name: QUICKTIME.name };
  if (head.slice(4, 8) !== 'ftyp') return null;
  const brand = head.slice(8, 12);
  if (STILL.test(brand)) return /avi[fs]/.test(compatibleBrands(head)) ? AVIF : HEIC;
  return BRANDS.find(([pattern]) => pattern.test(brand))?.[1] ?? MP4;
}

const compatibleBrands = (head: string): string => head.slice(16, 16 + 4 * COMPATIBLE_MAX);

/** The first packet begins after the head of the first page, whose length of segments is one byte for most. */
const OGG_PACKET_AT = 28;

const OGG: readonly (readonly [string, FileFormat])[] = [
  ['OpusHead', { type: 'audio/ogg; codecs=opus', name: 'Opus in Ogg' }],
  ['\x01vorbis', { type: 'audio/ogg; codecs=vorbis', name: 'Vorbis in Ogg' }],
  ['\x7fFLAC', { type: 'audio/ogg; codecs=flac', name: 'FLAC in Ogg' }],
  ['Speex', { type: 'audio/ogg; codecs=speex', name: 'Speex in Ogg' }],
  ['\x80theora', { type: 'video/ogg', name: 'Theora in Ogg' }],
  ['fishead', { type: 'video/ogg', name: 'video in Ogg' }],
];

function ogg(head: string): FileFormat | null {
  if (!head.startsWith('OggS')) return null;
  const found = OGG.find(([packet]) => head.startsWith(packet, OGG_PACKET_AT));
  const mayBe = oneOfTypes('audio/ogg', 'video/ogg');
  return found?.[1] ?? { type: 'application/ogg', name: 'Ogg', mayBe };
}

function matroska(head: string): FileFormat | null {
  if (!head.startsWith('\x1a\x45\xdf\xa3')) return null;
  return head.slice(0, 64).includes('webm')
    ? { type: 'video/webm', name: 'WebM', mayBe: oneOfTypes('audio/webm') }
    : { type: 'video/x-matroska', name: 'Matroska (MKV)', mayBe: oneOfTypes('audio/x-matroska') };
}

const TRANSPORT_PACKET_BYTES = 188;
const MP3: FileFormat = { type: 'audio/mpeg', name: 'MP3' };
const TAG_VERSION_MAX = 15;

/** Single bytes that come again at the next frame or packet, unless the file ends before it. */
function mpegAudio(head: string, file: Buffer): FileFormat | null {
  if (head.startsWith('ID3') && (file[3] ?? 0) <= TAG_VERSION_MAX) return MP3;
  const frame = audio().frameAt(file, 0);
  if (frame !== null && follows(file, frame.bytes)) return MP3;
  // Twelve bits of ones and a layer that MPEG audio does not have.
  if (file[0] === 0xff && ((file[1] ?? 0) & 0xf6) === 0xf0)
    return { type: 'audio/aac', name: 'AAC' };
  const isTransport = [0, 1, 2].every((one) => head[one * TRANSPORT_PACKET_BYTES] === 'G');
  return isTransport ? { type: 'video/mp2t', name: 'MPEG-2 video' } : null;
}

/** Whether another frame, a tag or the zeros at the end of a file are at `at`, or nothing more. */
const follows = (file: Buffer, at: number): boolean =>
  at + 4 > file.length ||
  file[at] === 0 ||
  audio().frameAt(file, at) !== null ||
  audio().tagBytesAt(file, at) > 0;
