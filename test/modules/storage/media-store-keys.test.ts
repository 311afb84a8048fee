import { expect, test } from 'bun:test';
import { objectKey } from '../../../src/modules/storage/media-store.ts';

const object = {
  instanceId: '01900000-0000-7000-8000-00000000a001',
  messageId: '3EB0FE89262EDD05D2819D',
  mimetype: 'image/png',
  at: Date.UTC(2026, 0, 31, 23, 59, 59, 999),
};

test('a key is instance, year, month, message id and extension', () => {
  expect(objectKey(object)).toBe(
    '01900000-0000-7000-8000-00000000a001/2026/01/3EB0FE89262EDD05D2819D.png',
  );
  expect(objectKey({ ...object, at: object.at + 1 })).toContain('/2026/02/');
});

test.each([
  ['image/jpeg', '.jpg'],
  ['IMAGE/JPEG', '.jpg'],
  ['audio/ogg; codecs=opus', '.ogg'],
  ['video/mp4', '.mp4'],
  ['application/pdf', '.pdf'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx'],
  ['application/x-unheard-of', '.bin'],
  ['constructor', '.bin'],
  ['../../etc', '.bin'],
  ['', '.bin'],
])('%s gives %s', (mimetype, extension) => {
  expect(objectKey({ ...object, mimetype })).toEndWith(`D2819D${extension}`);
});

test.each(['../../other/2026/01/x', 'a/b', 'wamid.HBgNNTU=', '', '.', '..', 'a\0b', 'ä', '%2e%2e'])(
  'an id such as %j stays one name of its own',
  (messageId) => {
    const key = objectKey({ ...object, messageId });
    expect(key).toMatch(/^[0-9a-f-]{36}\/2026\/01\/[A-Za-z0-9_-]*-[0-9a-f]{16}\.png$/);
    expect(key).not.toBe(objectKey({ ...object, messageId: `${messageId}/` }));
  },
);

test('a long id gives a short key, and two that begin alike give two', () => {
  const [a, b] = ['a', 'b'].map((end) =>
    objectKey({ ...object, messageId: 'x'.repeat(5_000) + end }),
  );
  expect(a!.length).toBeLessThan(250);
  expect(a).not.toBe(b);
});

test('a variant stands between id and extension', () => {
  expect(objectKey(object, 'v2')).toEndWith('/3EB0FE89262EDD05D2819D-v2.png');
});
