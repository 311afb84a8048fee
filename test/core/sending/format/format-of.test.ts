/** Which format a file has by its bytes, and that looking takes no longer for what somebody made to be slow. */
import { describe, expect, test } from 'bun:test';
import { formatOf } from '../../../../src/core/sending/format/format-of.ts';
import { BEGINNINGS, oggFile, zipOf } from '../../../doubles/file-beginnings.ts';
import { mp3Of, wavOf } from '../../../doubles/sound-files.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const TYPES: Readonly<Record<keyof typeof BEGINNINGS, string | undefined>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  heicOfSamsung: 'image/heic',
  avif: 'image/avif',
  avifOfOthers: 'image/avif',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  jxl: 'image/jxl',
  ico: 'image/vnd.microsoft.icon',
  mp4: 'video/mp4',
  quicktime: 'video/quicktime',
  oldQuicktime: 'video/mp4',
  threeGpp: 'video/3gpp',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-asf',
  flv: 'video/x-flv',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp3WithTitle: 'audio/mpeg',
  aac: 'audio/aac',
  amr: 'audio/amr',
  wav: 'audio/wav',
  flac: 'audio/flac',
  opus: 'audio/ogg; codecs=opus',
  vorbis: 'audio/ogg; codecs=vorbis',
  aiff: 'audio/aiff',
  midi: 'audio/midi',
  pdf: 'application/pdf',
  zip: 'application/zip',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  odt: 'application/vnd.oasis.opendocument.text',
  epub: 'application/epub+zip',
  apk: 'application/vnd.android.package-archive',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  rtf: 'application/rtf',
  rar: 'application/vnd.rar',
  gzip: 'application/gzip',
  text: 'text/plain',
  html: 'text/html',
  xml: 'application/xml',
  json: 'application/json',
  vcard: 'text/vcard',
  unknown: undefined,
};

test.each(Object.entries(TYPES))('a file of the format %s is recognised as %s', (name, type) => {
  expect(formatOf(BEGINNINGS[name as keyof typeof BEGINNINGS])?.type).toBe(type as string);
});

test('whole files are recognised as their beginnings are', () => {
  expect(formatOf(mp3Of(9))?.type).toBe('audio/mpeg');
  expect(formatOf(mp3Of(1))?.type).toBe('audio/mpeg');
  expect(formatOf(wavOf())?.type).toBe('audio/wav');
});

describe('words and pieces of texts are no formats', () => {
  test.each([
    ['BMW and other cars are sold here.', 'text/plain'],
    ['Tax-free shopping for everybody', 'text/plain'],
    ['GIF89 is an old format of pictures', 'text/plain'],
    ['caffeine is in coffee and in tea', 'text/plain'],
    ['ID3 tags have the titles of songs', 'text/plain'],
    ['[draft] to be read by Ana on Monday', 'text/plain'],
    ['\ufeffname;price\r\nbook;9,90\r\npen;1,20', 'text/plain'],
    ['<br>Hello, this is no document</br>', 'application/xml'],
    ['RIFF raff and other people of the street', 'text/plain'],
  ])('%s', (text, type) => {
    expect(formatOf(Buffer.from(text))?.type).toBe(type);
  });

  test('nor are fewer than 16 bytes a text', () => {
    expect([formatOf(Buffer.from('book,9\n')), formatOf(new Uint8Array())]).toEqual([null, null]);
  });
});

describe('an archive', () => {
  test('whose end has not come yet is recognised by the entries at its beginning', () => {
    const whole = zipOf(['[Content_Types].xml', 'xl/workbook.xml', 'xl/styles.xml']);
    expect(formatOf(whole.subarray(0, 120))?.type).toBe(TYPES.xlsx);
  });

  test('with a list that leads anywhere is read without harm', () => {
    const zip = zipOf(['a', 'b']);
    for (const place of [0, 30, 0xffff_ffff, zip.length - 1]) {
      const damaged = Buffer.from(zip);
      damaged.writeUInt32LE(place, zip.length - 6);
      expect(formatOf(damaged)?.type).toBe('application/zip');
    }
    for (let length = 4; length < zip.length; length++)
      expect(formatOf(zip.subarray(0, length))?.type).toBe('application/zip');
  });

  test('of 16 MiB, whatever fills it, is looked at within milliseconds', () => {
    const size = 16 * 1024 * 1024;
    const hostile = [
      Buffer.alloc(size, 'PK\x03\x04', 'latin1'),
      Buffer.alloc(size, 'PK\x01\x02', 'latin1'),
      Buffer.concat([
        zipOf(Array.from({ length: 60_000 }, (_, at) => `word${at}`)),
        Buffer.alloc(9),
      ]),
      Buffer.alloc(size, '\xff\xfb\x90\x64', 'latin1'),
      Buffer.alloc(size, '%PDF', 'latin1'),
      Buffer.alloc(size, 'OggS', 'latin1'),
      Buffer.alloc(size, ' <', 'latin1'),
    ];
    for (const bytes of hostile) {
      const from = performance.now();
      formatOf(bytes);
      expect(performance.now() - from).toBeLessThan(100);
    }
  });
});

test('a beginning of any length of any format is read without harm', () => {
  for (const bytes of [...Object.values(BEGINNINGS), oggFile('Speex')])
    for (let length = 0; length <= Math.min(bytes.length, 64); length++)
      expect(() => formatOf(bytes.subarray(0, length))).not.toThrow();
});
