import { expect, test } from 'bun:test';
import { UnreadableAddress } from '../../../../src/core/shared/addresses/unreadable-address.ts';
import {
  isUsername,
  readUsername,
  usernameIn,
} from '../../../../src/core/shared/addresses/username.ts';

test.each([
  ['@ana', '@ana'],
  ['@Ana.Silva_99', '@ana.silva_99'],
  [' \u202a@ana.silva\u202c ', '@ana.silva'],
  ['"@ana.silva"', '@ana.silva'],
  ['＠ana', '@ana'],
  ['@ana:1234', '@ana:1234'],
  ['@ana:１２３４', '@ana:1234'],
  [`@${'a'.repeat(35)}`, `@${'a'.repeat(35)}`],
])('%p is a username', (input, read) => {
  expect(readUsername(input)).toBe(read);
});

test.each([
  '@an',
  `@${'a'.repeat(36)}`,
  '@1234567',
  '@.ana',
  '@ana.',
  '@ana..silva',
  '@www.ana',
  '@ana silva',
  '@ana@silva',
  '@anã',
  '@ana:123',
  '@ana:12345',
  '@ana:abcd',
  '@',
])('%p is refused as one', (input) => {
  expect(readUsername(input)).toBeInstanceOf(UnreadableAddress);
});

test.each(['5511999990000', '5511999990000@s.whatsapp.net', '@s.whatsapp.net', '@g.us', '', 7])(
  '%p is none',
  (input) => {
    expect(readUsername(input)).toBeNull();
  },
);

test('name and key are told apart, and a name is recognised without its @', () => {
  expect(usernameIn('@ana.silva:0042')).toEqual({ name: 'ana.silva', key: '0042' });
  expect(usernameIn('@ana.silva')).toEqual({ name: 'ana.silva', key: null });
  expect(usernameIn('5511999990000@s.whatsapp.net')).toBeNull();
  expect(['Ana.Silva', 'an', 'ana:1234', ''].map(isUsername)).toEqual([true, false, false, false]);
});
