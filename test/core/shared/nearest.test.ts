import { expect, test } from 'bun:test';
import { didYouMean, nearest, ONE_STEP, quoteUnknown } from '../../../src/core/shared/nearest.ts';

const FIELDS = ['number', 'text', 'delay', 'linkPreview'];

test.each([
  ['txt', 'text'],
  ['TEXT', 'text'],
  ['nubmer', 'number'],
  ['linkPreveiw', 'linkPreview'],
  ['txet', 'text'],
  ['link_preview', 'linkPreview'],
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

test('a name that may differ by one step is not taken for one that is further away', () => {
  expect(nearest('linkPreviews', FIELDS, ONE_STEP)).toBe('linkPreview');
  expect(nearest('link', FIELDS, ONE_STEP)).toBe(null);
  expect(nearest('uri', ['url'], ONE_STEP)).toBe(null);
  expect(nearest('URL', ['url'], ONE_STEP)).toBe('url');
});

test('names are compared with those of about their length alone', () => {
  const compared: string[] = [];
  const compare = (typed: string, name: string) => {
    compared.push(name);
    return typed === name ? 0 : 9;
  };
  nearest('text', ['x', 'next', 'texts', 'x'.repeat(9)], undefined, compare);
  expect(compared).toEqual(['next', 'texts']);
});

test('one sentence asks for the name that was meant, and says nothing when none is near', () => {
  expect(didYouMean('txt', FIELDS)).toBe('did you mean text?');
  expect(didYouMean('message', FIELDS)).toBe(null);
  expect(quoteUnknown(['txt', 'mess"age'], FIELDS)).toBe(
    '"txt" (did you mean text?), "mess\\"age"',
  );
});
