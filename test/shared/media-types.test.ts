import { expect, test } from 'bun:test';
import { extensionOf, typeOfName } from '../../src/shared/media-types.ts';

test.each([
  ['image/jpeg', '.jpg'],
  ['IMAGE/HEIC', '.heic'],
  ['audio/ogg; codecs=opus', '.ogg'],
  ['application/ogg', '.ogg'],
  ['text/xml', '.xml'],
  ['application/x-unheard-of', '.bin'],
  ['constructor', '.bin'],
  ['', '.bin'],
])('files of type %s are named %s', (type, extension) => {
  expect(extensionOf(type)).toBe(extension);
});

test.each([
  ['photo.JPEG', 'image/jpeg'],
  ['voice.opus', 'audio/ogg; codecs=opus'],
  ['archive.tar.gz', 'application/gzip'],
  ['no-extension', null],
  ['x.constructor', null],
])('the name %s says the type %s', (name, type) => {
  expect(typeOfName(name)).toBe(type);
});

test('every extension that a name may have leads to a type whose files are named by one', () => {
  for (const extension of ['jpg', 'heic', 'mp4', 'weba', 'docx', 'apk', 'ics']) {
    expect(extensionOf(typeOfName(`a.${extension}`) ?? '')).toBe(`.${extension}`);
  }
});
