import { expect, test } from 'bun:test';
import { nearest } from '../../src/shared/nearest.ts';

const FIELDS = ['number', 'text', 'delay', 'linkPreview'];

test.each([
  ['txt', 'text'],
  ['TEXT', 'text'],
  ['nubmer', 'number'],
  ['linkPreveiw', 'linkPreview'],
  ['txet', 'text'],
  ['message', null],
  ['to', null],
  ['', null],
  ['x'.repeat(65), null],
])('%p is nearest to %p', (typed, meant) => {
  expect(nearest(typed, FIELDS)).toBe(meant);
});

test('the name with the fewest slips is chosen, and the first of several', () => {
  expect(nearest('shpo', ['show', 'shop', 'ship'])).toBe('shop');
  expect(nearest('cat', ['car', 'bat'])).toBe('car');
});
