/**
 * The smallest real file of each kind, which media messages carry when their sender gave no bytes. Every player opens
 * them.
 */
import type { ArrivingFileKind } from './driver.ts';

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

export const SAMPLES: Readonly<Record<ArrivingFileKind, Sample>> = {
  image: { bytes: PNG, mimetype: 'image/png', fileName: 'image.png' },
  video: { bytes: MP4, mimetype: 'video/mp4', fileName: 'video.mp4' },
  audio: { bytes: OGG, mimetype: 'audio/ogg; codecs=opus', fileName: 'audio.ogg' },
  sticker: { bytes: WEBP, mimetype: 'image/webp', fileName: 'sticker.webp' },
  document: { bytes: PDF, mimetype: 'application/pdf', fileName: 'document.pdf' },
};
