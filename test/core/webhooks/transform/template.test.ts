/** What is done at paths of a body. */
import { expect, test } from 'bun:test';
import { withValue } from '../../../../src/core/webhooks/transform/template.ts';

test('an object is copied once for all values that are put into it, and stays as it was', () => {
  const body = { data: { many: { a: 1 } }, other: { b: 2 } };
  const copies = new Set<object>();
  const first = withValue(body, ['data', 'many', 'x'], 3, copies);
  const second = withValue(first, ['data', 'many', 'y'], 4, copies);
  expect(second).toBe(first);
  expect(second).toEqual({ data: { many: { a: 1, x: 3, y: 4 } }, other: { b: 2 } });
  expect(body).toEqual({ data: { many: { a: 1 } }, other: { b: 2 } });
});

test('nothing is put into what is no object', () => {
  expect(withValue({ a: 'text' }, ['a', 'b'], 1, new Set())).toBeNull();
  expect(withValue({}, ['a', 'b'], 1, new Set())).toEqual({ a: { b: 1 } });
});
