import { expect, test } from 'bun:test';
import { Cancellation, whenAborted } from '../../../../src/core/shared/async/cancellation.ts';

test('every listener is called once when work is cancelled', () => {
  const cancellation = new Cancellation();
  const called: string[] = [];
  cancellation.addEventListener('abort', () => called.push('first'));
  cancellation.addEventListener('abort', () => called.push('second'));
  expect(cancellation.aborted).toBe(false);
  cancellation.abort();
  cancellation.abort();
  expect(cancellation.aborted).toBe(true);
  expect(called).toEqual(['first', 'second']);
});

test('a listener that was removed, or added after the end, is not called, as with an AbortSignal', () => {
  const cancellation = new Cancellation();
  const called: string[] = [];
  const left = () => called.push('left');
  cancellation.addEventListener('abort', left);
  cancellation.removeEventListener('abort', left);
  cancellation.abort();
  cancellation.addEventListener('abort', () => called.push('late'));
  cancellation.abort();
  expect(called).toEqual([]);
});

test('waiting for the end of work lasts until it is broken off, and not at all when it was', async () => {
  const cancellation = new Cancellation();
  const waiting = whenAborted(cancellation);
  await Promise.resolve();
  expect(Bun.peek.status(waiting)).toBe('pending');
  cancellation.abort();
  await waiting;
  await whenAborted(cancellation);
});
