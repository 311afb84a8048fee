/**
 * Invents codes, ids and numbers that look like WhatsApp's, and has the smallest real file of each kind. Numbers have
 * the area code 555, which no telephone has.
 */
import type { ArrivingFileKind } from './driver.ts';

/** Returns `size` random bytes. */
export type Random = (size: number) => Uint8Array;

const base64 = (random: Random, size: number): string =>
  Buffer.from(random(size)).toString('base64');

/** Makes the text of a QR code: a reference and three keys. */
export const newQrText = (random: Random): string =>
  `2@${[60, 32, 32, 32].map((size) => base64(random, size)).join(',')}`;

/** 32 characters, so that five bits choose one; 0, I, O and U are omitted since they are easily misread. */
const PAIRING_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTVWXYZ';
const PAIRING_LENGTH = 8;

/** Makes a code to type on the phone: 40 random bits in 8 characters. */
export function newPairingCode(random: Random): string {
  return Array.from(random(PAIRING_LENGTH), (byte) => PAIRING_ALPHABET[byte & 31]).join('');
}

/** Makes random bytes in base64, as keys and hashes are in payloads. */
const newKey = (random: Random): string => base64(random, 32);

/** Makes what a message says of where its file is and how it is sealed, as if it were on a media server. */
export function newFilePlace(random: Random, nowMs: number) {
  const directPath = `/v/t62.7118-24/${Buffer.from(random(12)).toString('hex')}.enc`;
  return {
    url: `https://mmg.whatsapp.net${directPath}`,
    mediaKey: newKey(random),
    fileEncSha256: newKey(random),
    directPath,
    mediaKeyTimestamp: Math.floor(nowMs / 1000),
  };
}

export const newMessageId = (random: Random): string =>
  `3EB0${Buffer.from(random(9)).toString('hex').toUpperCase()}`;

export function newNumber(random: Random): string {
  const index = 1 + (Buffer.from(random(4)).readUInt32BE(0) % 9_999_999);
  return `1555${String(index).padStart(7, '0')}`;
}

/** Ids of groups have eighteen digits, of which the first are always these. */
export const newGroupJid = (random: Random): string =>
  `120363${String(Buffer.from(random(6)).readUIntBE(0, 6) % 1e12).padStart(12, '0')}@g.us`;

/** Makes 22 letters and digits, as in a link to join a group. */
export const newInviteCode = (random: Random): string =>
  Buffer.from(random(11)).toString('hex').toUpperCase();

export interface Sample {
  readonly bytes: Uint8Array;
  readonly mimetype: string;
  readonly fileName: string;
}

const decoded = (...lines: string[]): Uint8Array =>
  new Uint8Array(Buffer.from(lines.join(''), 'base64'));

/** One grey pixel. */
const PNG = decoded(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==',
);

/** One second of grey, H.264, 16 by 16 pixels. */
const MP4 = decoded(
  'AAAAGGZ0eXBpc29tAAACAGlzb21hdmMxAAACSG1vb3YAAABsbXZoZAAAAAAAAAAAAAAAAAAAA+gAAAPoAAEAAAEAAAAA',
  'AAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAIAAAHUdHJhawAAAFx0a2hkAAAAAwAAAAAAAAAAAAAAAQAAAAAAAAPoAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAA',
  'AAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAQAAAAEAAAAAABcG1kaWEAAAAgbWRoZAAAAAAAAAAAAAAAAAAAA+gAAAPo',
  'VcQAAAAAACFoZGxyAAAAAAAAAAB2aWRlAAAAAAAAAAAAAAAAAAAAASdtaW5mAAAAFHZtaGQAAAABAAAAAAAAAAAAAAAk',
  'ZGluZgAAABxkcmVmAAAAAAAAAAEAAAAMdXJsIAAAAAEAAADnc3RibAAAAINzdHNkAAAAAAAAAAEAAABzYXZjMQAAAAAA',
  'AAABAAAAAAAAAAAAAAAAAAAAAAAQABAASAAAAEgAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'ABj//wAAAB1hdmNDAULACv/hAAZnQsAK3eQBAARozjiAAAAAGHN0dHMAAAAAAAAAAQAAAAEAAAPoAAAAHHN0c2MAAAAA',
  'AAAAAQAAAAEAAAABAAAAAQAAABRzdHN6AAAAAAAAAAkAAAABAAAAFHN0Y28AAAAAAAAAAQAAAmgAAAARbWRhdAAAAAVl',
  'iISTwA==',
);

/** One second of silence, Opus. */
const OGG = decoded(
  'T2dnUwACAAAAAAAAAAABAAAAAAAAAByf9dkBE09wdXNIZWFkAQE4AYC7AAAAAABPZ2dTAAAAAAAAAAAAAAEAAAABAAAA',
  'h1hgGgEQT3B1c1RhZ3MAAAAAAAAAAE9nZ1MABLi8AAAAAAAAAQAAAAIAAABV8Xu2MwMDAwMDAwMDAwMDAwMDAwMDAwMD',
  'AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA/j//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj/',
  '/vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj/',
  '/vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//g==',
);

/** One transparent pixel. */
const WEBP = decoded('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==');

/** One empty page. */
const PDF = decoded(
  'JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1Bh',
  'Z2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PmVuZG9iagozIDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRp',
  'YUJveFswIDAgNzIgNzJdPj5lbmRvYmoKeHJlZgowIDQKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDA5IDAwMDAw',
  'IG4gCjAwMDAwMDAwNTIgMDAwMDAgbiAKMDAwMDAwMDEwMSAwMDAwMCBuIAp0cmFpbGVyPDwvU2l6ZSA0L1Jvb3QgMSAw',
  'IFI+PgpzdGFydHhyZWYKMTYyCiUlRU9GCg==',
);

/** Media messages carry these when their sender gave no bytes. Every player opens them. */
export const SAMPLES: Readonly<Record<ArrivingFileKind, Sample>> = {
  image: { bytes: PNG, mimetype: 'image/png', fileName: 'image.png' },
  video: { bytes: MP4, mimetype: 'video/mp4', fileName: 'video.mp4' },
  audio: { bytes: OGG, mimetype: 'audio/ogg; codecs=opus', fileName: 'audio.ogg' },
  sticker: { bytes: WEBP, mimetype: 'image/webp', fileName: 'sticker.webp' },
  document: { bytes: PDF, mimetype: 'application/pdf', fileName: 'document.pdf' },
};
