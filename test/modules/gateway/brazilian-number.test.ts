import { expect, test } from 'bun:test';
import { withCodeOfBrazil } from '../../../src/modules/gateway/failure-help.ts';

test.each([
  ['11999990000', '5511999990000'],
  ['1133330000', '551133330000'],
  ['8688880000', '558688880000'],
  ['55999990000', '5555999990000'],
  // They have their code, or are numbers of other countries.
  ['5511999990000', null],
  ['14155550123', null],
  ['12025550123', null],
  ['4915112345678', null],
  ['20999990000', null],
  ['119999', null],
])('%s is %p with the code of Brazil', (digits, whole) => {
  expect(withCodeOfBrazil(digits)).toBe(whole);
});
