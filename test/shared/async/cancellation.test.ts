import { expect, test } from 'bun:test';
import { Cancellation } from '../../../src/shared/async/cancellation.ts';

test('whoever listens hears once that work is broken off', () => {
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

test('whoever has stopped listening, or begins after the end, hears nothing, as with an AbortSignal', () => {
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
