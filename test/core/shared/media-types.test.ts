import { expect, test } from 'bun:test';
import {
  canonicalType,
  extensionOf,
  shownAs,
  typeOfName,
} from '../../../src/core/shared/media-types.ts';

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

test.each([
  ['IMAGE/JPG', 'image/jpeg', 'image'],
  ['image/pjpeg', 'image/jpeg', 'image'],
  ['image/x-png; q=1', 'image/png', 'image'],
  ['image/heif', 'image/heic', null],
  ['image/svg+xml', 'image/svg+xml', null],
  ['video/x-m4v', 'video/mp4', 'video'],
  ['video/webm;codecs=vp9', 'video/webm', null],
  ['audio/mp3', 'audio/mpeg', 'audio'],
  ['audio/x-m4a', 'audio/mp4', 'audio'],
  ['Audio/OGG;Codecs="opus"', 'audio/ogg; codecs=opus', 'audio'],
  ['audio/opus', 'audio/ogg; codecs=opus', 'audio'],
  ['audio/x-wav', 'audio/wav', null],
  ['text/xml; charset=utf-8', 'application/xml', null],
  ['application/x-pdf', 'application/pdf', null],
  ['', '', null],
])('the type %p is %p, and phones show it as %p', (type, canonical, kind) => {
  expect([canonicalType(type), shownAs(type)]).toEqual([canonical, kind]);
});
