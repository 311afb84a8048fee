/** What the page reads of messages and addresses that somebody else has written. */
import { expect, test } from 'bun:test';
import { numbersOf, userOf } from '../../../src/manager/page/message-words.js';

/** Made so that a careless pattern looks at the same characters again and again. */
const filled = (part, end = '') => part.repeat((256 * 1024) / part.length) + end;

test.each([
  ['the numbers of a contact card', () => numbersOf(filled('TEL\n'))],
  ['the numbers of a contact card of one line', () => numbersOf(filled('TEL;'))],
  ['the number in an address', () => userOf(filled('@', '\n'))],
])('a hostile text of 256 KB takes less than a second to read: %s', (_, read) => {
  const start = performance.now();
  read();
  expect(performance.now() - start).toBeLessThan(1000);
});

test('of a contact card every number is shown, whatever stands beside it', () => {
  const card = [
    'BEGIN:VCARD',
    'FN:Ana',
    'TEL;type=CELL;waid=5511888880000:+55 11 88888-0000\r',
    'TEL:112',
    'TEL;type=HOME',
    'TEL:',
    'NOTE:TEL:1',
    'END:VCARD',
  ];
  expect(numbersOf(card.join('\n'))).toEqual(['+55 11 88888-0000', '112']);
});

test('an address is shown up to its first @', () => {
  expect([userOf('5511888880000@s.whatsapp.net'), userOf('plain'), userOf()]).toEqual([
    '5511888880000',
    'plain',
    '',
  ]);
});
