import { expect, test } from 'bun:test';
import { causesOf, unavailabilityOf } from '../../../src/core/shared/errors.ts';

test('errors that are causes of each other are read to an end', () => {
  const [outer, inner] = [new Error('outer'), new Error('inner')];
  outer.cause = inner;
  inner.cause = outer;
  expect([...causesOf(outer)].slice(0, 2)).toEqual([outer, inner]);
  expect(unavailabilityOf(outer)).toBeNull();
});
