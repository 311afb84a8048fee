import { expect, test } from 'bun:test';
import { bytes } from '../../../../src/core/shared/variables/kinds.ts';

const size = bytes(1024 ** 2);

test.each([
  ['1048576', 1024 ** 2],
  ['1024k', 1024 ** 2],
  ['512m', 512 * 1024 ** 2],
  ['512M', 512 * 1024 ** 2],
  ['2g', 2 * 1024 ** 3],
  ['1024g', 1024 ** 4],
])('a size may be written as %s', (text, value) => {
  expect(size.read(text)).toBe(value);
});

test.each(['0', '1048575', '1023k', '1025g', '1.5g', '-1m', '+1m', 'm', '1mb', '1 m', '01m', '1t'])(
  'a size may not be written as %s',
  (text) => {
    expect(size.read(text)).toBeUndefined();
  },
);

test('what a size accepts is said in the shortest form', () => {
  expect(size.accepts).toContain('from `1m` to `1024g`');
});
