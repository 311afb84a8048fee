/** How long a text is, as people count. */
import { expect, test } from 'bun:test';
import { charactersIn, comparableText, isWithin } from '../../../src/core/shared/characters.ts';

test.each([
  ['a cart', '🛒 Finalizar compra 1', 20],
  ['a heart with its colour', '❤️', 1],
  ['a family', '👨‍👩‍👧‍👦', 1],
  ['a flag', '🇧🇷', 1],
  ['a skin tone', '👍🏽', 1],
  ['a keycap', '1️⃣', 1],
  ['an accent of its own', 'cafe\u0301', 4],
  ['Korean in pieces', '\u1112\u1161\u11ab', 1],
  ['a line break of Windows', 'a\r\nb', 3],
  ['half a pair', '\ud83d', 1],
  ['nothing', '', 0],
])('%s', (_, text, count) => {
  expect(charactersIn(text)).toBe(count);
  expect(isWithin(text, count)).toBe(true);
  if (count > 0) expect(isWithin(text, count - 1)).toBe(false);
});

test('of a text that nobody counts each code point is a character, so that a long one holds nobody up', () => {
  expect(isWithin('👍'.repeat(5_000), 5_000)).toBe(true);
  expect(isWithin('👍'.repeat(5_001), 5_000)).toBe(false);
  expect(isWithin('👨‍👩‍👧'.repeat(2_000), 5_000)).toBe(false);
});

test('a pile of accents is not one character of any size', () => {
  expect(isWithin(`a${'\u0301'.repeat(10_000)}`, 20)).toBe(false);
});

test.each([
  ['João', 'JOAO'],
  ['Jose\u0301', 'josé'],
  ['Łódź Đorđe Ħal Ŧ', 'lodz dorde hal t'],
  ['Straße', 'STRASSE'],
  ['Οδός', 'οδοσ'],
  ['ΟΔΟΣ', 'οδός'],
  ['Ёлка', 'ЕЛКА'],
  ['İstanbul', 'istanbul'],
  ['Søren', 'soren'],
])('%s is the same as %s', (one, other) => {
  expect(comparableText(one)).toBe(comparableText(other));
});

test.each([
  ['a mark of its script is part of a word', 'कि', 'क'],
  ['a voiced sign is part of a letter', 'が', 'か'],
  ['a syllable is not its beginning', '각', '가'],
  ['an emoji is itself', '👍🏽', '👍'],
  ['half a pair is not another one', '\ud83d', '\ud83c'],
])('%s', (_, one, other) => {
  expect(comparableText(one)).not.toBe(comparableText(other));
});

test('a text that is comparable stays as it is', () => {
  for (const text of ['ß Σας', 'ŉ ǰ ﬁ', 'Ǆ İ ı', 'Zoë 7'])
    expect(comparableText(comparableText(text))).toBe(comparableText(text));
});
