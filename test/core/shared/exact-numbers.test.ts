/** Which numbers are the same once a program has read them. */
import { describe, expect, test } from 'bun:test';
import { inexactNumberIn, isExact, placeOf } from '../../../src/core/shared/exact-numbers.ts';

describe('numbers that are the same when they are read and written again', () => {
  test.each(
    [
      ...['0', '-0', '0.0', '0e400', '12', '-1.5', '999999999999999', '1e3', '1E+3', '1e-3'],
      ['the largest safe integer', '9007199254740991'],
      ['2^53', '9007199254740992'],
      ['a large even number', '9007199254740994'],
      ['1e22', '10000000000000000000000'],
      ['the largest of all', '1.7976931348623157e308'],
      ['the smallest of all', '5e-324'],
      ['the smallest of all, by Java', '4.9E-324'],
      ['0.1 with 17 digits, by PHP', '0.10000000000000001'],
      ['0.1 with all of its digits', '0.1000000000000000055511151231257827021181583404541015625'],
      ['a latitude with 17 digits', '-23.550519999999999'],
      ['many zeros', `1.${'0'.repeat(300)}`],
      ['many zeros before it', '0.000000000000000000000000000001'],
    ].map((row) => (Array.isArray(row) ? row : [row, row])) as [string, string][],
  )('%s', (_, number) => expect(isExact(number)).toBe(true));
});

describe('numbers that would become other ones', () => {
  test.each([
    ['an id of 20 digits', '12345678901234567890'],
    ['2^53 + 1', '9007199254740993'],
    ['a negative one', '-9007199254740993'],
    ['an id of 17 digits', '28042134152070567'],
    ['a decimal of 18 digits', '123456789.123456789'],
    ['an amount with 18 decimals', '1.234567890123456789'],
    ['a decimal that is read as an integer', '1.000000000000000000001'],
    ['a decimal that is read as another', '0.30000000000000000001'],
    ['what becomes infinite', '1e400'],
    ['what becomes infinite, negative', '-1E+400'],
    ['what becomes 0', '1e-400'],
    ['more digits than anything has', '9'.repeat(500)],
  ])('%s', (_, number) => expect(isExact(number)).toBe(false));
});

test('the first one in a text is found, and what is in quotes is none', () => {
  const texts =
    '{"a":"12345678901234567890 \\"","12345678901234567890":1,"b":[1,-2.5e3,true,null]}';
  expect(inexactNumberIn(texts)).toBe(null);
  const text = '{\n "a": 1,\n "b": [0, {"c": -12345678901234567890, "d": 9007199254740993}]\n}';
  const at = inexactNumberIn(text) ?? -1;
  expect(text.slice(at, at + 5)).toBe('-1234');
  expect(placeOf(text, at)).toEqual({ line: 3, column: 17 });
});

test('long texts and many digits take no time', () => {
  const begun = performance.now();
  expect(inexactNumberIn(JSON.stringify({ a: 'x'.repeat(16_000_000) }))).toBe(null);
  expect(inexactNumberIn(`[${'1,'.repeat(500_000)}1]`)).toBe(null);
  expect(isExact('1'.repeat(1_000_000))).toBe(false);
  const zeros = '0'.repeat(100_000);
  for (const number of [`1.${zeros}1`, `1.${zeros}1e5`, `0.${zeros}1`, `-1.${zeros}1${zeros}`])
    expect(isExact(number)).toBe(false);
  expect(isExact(`1.${zeros}`)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
