import { expect, test } from 'bun:test';
import { otherSpellings, spellingsOf } from '../../../src/core/providers/chats.ts';

const person = (digits: string) => `${digits}@s.whatsapp.net`;

test.each([
  ['5511988887777', '551188887777'],
  ['5215512345678', '525512345678'],
  ['5491112345678', '541112345678'],
])('%s and %s are one person, whichever is given', (long, short) => {
  expect(spellingsOf(person(long))).toEqual([person(long), person(short)]);
  expect(spellingsOf(person(short))).toEqual([person(short), person(long)]);
});

test('all other addresses have one spelling', () => {
  const others = [person('4915112345678'), person('14155550100'), '123@lid', '1203@g.us'];
  for (const jid of others) expect(spellingsOf(jid)).toEqual([jid]);
});

test('WhatsApp is asked for a mobile number in its other spelling, and for no other number', () => {
  expect(otherSpellings('5511988887777')).toEqual(['551188887777']);
  expect(otherSpellings('551188887777')).toEqual(['5511988887777']);
  expect(otherSpellings('525512345678')).toEqual(['5215512345678']);
  for (const other of ['551133334444', '4915112345678']) expect(otherSpellings(other)).toEqual([]);
});
