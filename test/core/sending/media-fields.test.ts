/** Files in base64 and in data: URLs, in the spellings that programs send. */
import { describe, expect, test } from 'bun:test';
import { fileInText } from '../../../src/core/sending/media-fields.ts';

const BYTES = Buffer.from('fbffbf00fefffa4f6caf', 'hex');
const BASE64 = BYTES.toString('base64');
const URL_SAFE = BYTES.toString('base64url');

const read = (text: string) => {
  const found = fileInText(text);
  return 'problem' in found
    ? found.problem.message
    : [Buffer.from(found.bytes).toString('hex'), found.mimetype];
};
const HEX = BYTES.toString('hex');

test.each([
  ['the usual alphabet', BASE64, null],
  ['the alphabet for URLs without padding', URL_SAFE, null],
  ['the alphabet for URLs with padding', BASE64.replaceAll('+', '-').replaceAll('/', '_'), null],
  ['no padding', BASE64.replaceAll('=', ''), null],
  ['lines', BASE64.replace(/(.{4})/g, '$1\r\n'), null],
  ['lines in the alphabet for URLs', URL_SAFE.replace(/(.{4})/g, '$1\n'), null],
  ['blanks around and between', ` ${BASE64.slice(0, 4)} ${BASE64.slice(4)} \t`, null],
  ['blanks of web pages', `\u00a0${BASE64.slice(0, 4)}\u200b${BASE64.slice(4)}\ufeff`, null],
  ['line ends that were escaped twice', `${BASE64.slice(0, 8)}\\r\\n${BASE64.slice(8)}\\n`, null],
  ['percent-encoding', encodeURIComponent(BASE64), null],
  ['a data: URL', `data:image/png;base64,${BASE64}`, 'image/png'],
  ['a data: URL in capitals', `DATA:IMAGE/PNG;BASE64,${BASE64}`, 'IMAGE/PNG'],
  [
    'a data: URL with parameters',
    `data:audio/ogg; codecs=opus;base64,${BASE64}`,
    'audio/ogg; codecs=opus',
  ],
  [
    'a data: URL with a name',
    `data:application/pdf;name=a.pdf;base64,${BASE64}`,
    'application/pdf;name=a.pdf',
  ],
  ['a data: URL whose type is escaped', `data:image%2Fpng;base64,${BASE64}`, 'image/png'],
  ['a data: URL without a type', `data:;base64,${BASE64}`, null],
  ['a data: URL without anything', `data:base64,${BASE64}`, null],
  ['a data: URL with a charset alone', `data:;charset=utf-8;base64,${BASE64}`, null],
  ['a data: URL for URLs', `data:image/png;base64,${URL_SAFE}`, 'image/png'],
  [
    'a data: URL that is escaped',
    `data:image/png;base64,${encodeURIComponent(BASE64)}`,
    'image/png',
  ],
  ['escaped bytes', `data:image/png,${HEX.replace(/(..)/g, '%$1')}`, 'image/png'],
])('%s are read', (_, text, type) => {
  expect(read(text)).toEqual([HEX, type]);
});

test('a data: URL of a text is read with its escapes', () => {
  const found = fileInText('data:text/csv;charset=utf-8,name,price%0AJo%C3%A3o,9');
  expect('bytes' in found && Buffer.from(found.bytes).toString()).toBe('name,price\nJoão,9');
});

describe('what is cut off is refused with that reason', () => {
  const CUT = 'is base64 that was cut off: send the whole file';
  test.each([
    ['by one letter of its padding', 'YQ=', CUT],
    ['after one letter of four', BASE64.slice(0, 5), CUT],
    ['within a letter of more bits', 'Zm9vYmF', CUT],
    ['within bits that lead nowhere', 'Zm9vYx', CUT],
    ['in a data: URL', `data:image/png;base64,${BASE64.slice(0, 9)}`, CUT],
    ['in the alphabet for URLs', URL_SAFE.slice(0, 9), CUT],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

test.each([
  'not base64!',
  'YQ==YQ==',
  '=YQ=',
  'YQ===',
  '/home/ana/photo.png',
  'ftp://a.test/a',
  '%zz%',
  '%E0%A4',
  'á',
])('%s is refused as no base64', (text) => {
  expect(read(text)).toBe('must be a file in base64, or the http or https URL of one');
});

test.each([
  ['data:x;base64,YQ==', 'must be a data: URL with a media type'],
  ['data:%zz;base64,YQ==', 'must be a data: URL with a media type'],
  ['data:text/plain,100%', 'must be a data: URL that is percent-encoded, or base64'],
])('%s is refused with its own reason', (text, problem) => {
  expect(read(text)).toBe(problem);
});

test('16 MiB in any spelling are read in bounded time', () => {
  const large = Buffer.alloc(12 * 1024 * 1024, 0xfb).toString('base64url');
  for (const text of [
    large,
    large.replace(/(.{76})/g, '$1\r\n'),
    `data:a/b,${large}`,
    '%41'.repeat(1 << 22),
    `data:a/b,${'%41'.repeat(1 << 22)}`,
    '-'.repeat(1 << 24),
    '\\n'.repeat(1 << 23),
  ]) {
    const from = process.cpuUsage();
    fileInText(text);
    // What others do with the processor meanwhile does not count.
    expect(process.cpuUsage(from).user).toBeLessThan(2_000_000);
  }
});
