import { expect, test } from 'bun:test';
import { Backoff } from '../../../../src/core/shared/async/repeat.ts';

test('pauses double up to the longest, and begin anew after a success', () => {
  const backoff = new Backoff({ firstMs: 50, maxMs: 500 });
  const next = (count: number) => Array.from({ length: count }, () => backoff.next());
  expect(next(6)).toEqual([50, 100, 200, 400, 500, 500]);
  backoff.reset();
  expect(next(2)).toEqual([50, 100]);
});
