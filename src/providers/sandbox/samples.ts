/**
 * The smallest real file of each kind, which media messages carry when their sender gave no bytes. Every player opens
 * them.
 */
import type { ArrivingFileKind } from './driver.ts';

export interface Sample {
  readonly bytes: Uint8Array;
  readonly mimetype: string;
  readonly fileName: string;
  /** Whole seconds; 0 for what does not play. */
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  /** 0 for what has no pages. */
  readonly pageCount: number;
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

const file = (
  bytes: Uint8Array,
  mimetype: string,
  fileName: string,
  { seconds = 0, width = 0, height = 0, pageCount = 0 }: Partial<Sample>,
): Sample => ({ bytes, mimetype, fileName, seconds, width, height, pageCount });

export const SAMPLES: Readonly<Record<ArrivingFileKind, Sample>> = {
  image: file(PNG, 'image/png', 'image.png', { width: 1, height: 1 }),
  video: file(MP4, 'video/mp4', 'video.mp4', { seconds: 1, width: 16, height: 16 }),
  audio: file(OGG, 'audio/ogg; codecs=opus', 'audio.ogg', { seconds: 1 }),
  sticker: file(WEBP, 'image/webp', 'sticker.webp', { width: 1, height: 1 }),
  document: file(PDF, 'application/pdf', 'document.pdf', { pageCount: 1 }),
};
