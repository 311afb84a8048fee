/** What browsers may do with files that others have made. */
import { expect, test } from 'bun:test';
import { foreignFileHeaders } from '../../../src/modules/graph/foreign-file.ts';

const shown = (type: string) => foreignFileHeaders(type)['content-type'];

test.each([
  ...['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml', 'image/svg+xml'],
  ...['text/xml', 'application/xml', 'application/atom+xml', 'application/vnd.a+xml'],
  ...['text/javascript', 'application/javascript', 'application/ecmascript', 'text/css'],
  ...['application/wasm', 'application/x-shockwave-flash', 'multipart/x-mixed-replace'],
  ...['text/cache-manifest', 'application/manifest+json', 'image/vnd.svg', 'video/x+xml', ''],
])('%p is sent as bytes of no type', (type) => {
  expect(shown(type)).toBe('application/octet-stream');
});

test.each([
  ...['image/png', 'image/jpeg', 'image/webp', 'audio/ogg; codecs=opus', 'video/mp4'],
  ...['application/pdf', 'text/plain', 'text/csv', 'application/json', 'application/zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
])('%p keeps its type', (type) => {
  expect(shown(type)).toBe(type);
});

test('whatever its type, a file is saved and not shown, and nothing of it runs', () => {
  expect(foreignFileHeaders('image/png')).toMatchObject({
    'content-disposition': 'attachment',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
});
