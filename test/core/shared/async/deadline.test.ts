import { describe, expect, test } from 'bun:test';
import {
  resultInTime,
  runWithin,
  withTimeout,
} from '../../../../src/core/shared/async/deadline.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { listening } from '../../../helpers/listening.ts';

const never = () => new Promise<never>(() => {});
const outcome = (work: Promise<unknown>) =>
  work.catch((error) => (error instanceof Error ? `Error: ${error.message}` : error));

function scene(ms = 1_000) {
  const clock = manualClock();
  const abort = new AbortController();
  const listeners = listening(abort.signal);
  const leavesNothing = () => {
    expect(clock.pending()).toBe(0);
    expect(listeners()).toBe(0);
  };
  return { clock, abort, limit: { clock, ms, signal: abort.signal }, leavesNothing };
}

describe('work that is waited for at most for a time', () => {
  test('passes on what it comes to in time, failures as they are', async () => {
    const { limit, leavesNothing } = scene();
    const failure = new Error('refused');
    expect(await withTimeout(limit, Promise.resolve(1))).toBe(1);
    expect(await resultInTime(limit, Promise.resolve(2))).toBe(2);
    expect(await withTimeout(limit, Promise.reject(failure)).catch((error) => error)).toBe(failure);
    expect(await resultInTime(limit, Promise.reject(failure)).catch((error) => error)).toBe(
      failure,
    );
    leavesNothing();
  });

  test('ends with a timeout, the error of the caller, or null, and not a millisecond early', async () => {
    const { clock, limit, leavesNothing } = scene();
    const ends = [
      outcome(withTimeout(limit, never())),
      outcome(withTimeout(limit, never(), () => new Error('too slow'))),
      outcome(resultInTime(limit, never())),
    ];
    await clock.advance(999);
    expect(ends.map((end) => Bun.peek.status(end))).toEqual(['pending', 'pending', 'pending']);
    await clock.advance(1);
    expect(await Promise.all(ends)).toEqual([
      'Error: timeout: no answer within 1000 ms',
      'Error: too slow',
      null,
    ]);
    leavesNothing();
  });

  test('ends with the reason of the signal when that is a text, also of one that aborted before', async () => {
    const { abort, limit, leavesNothing } = scene();
    const early = [outcome(withTimeout(limit, never())), outcome(resultInTime(limit, never()))];
    abort.abort(new Error('connection_lost: closed'));
    expect(await Promise.all(early)).toEqual(['Error: connection_lost: closed', null]);
    expect(await outcome(withTimeout(limit, never()))).toBe('Error: connection_lost: closed');
    expect(await resultInTime(limit, never())).toBeNull();
    leavesNothing();
    const unnamed = { ...limit, signal: AbortSignal.abort() };
    expect(await outcome(withTimeout(unnamed, never()))).toBe('Error: aborted: broken off');
  });

  test('may fail later without an unhandled rejection', async () => {
    const { clock, limit, leavesNothing } = scene();
    const work = Promise.withResolvers<never>();
    const ends = [outcome(withTimeout(limit, work.promise)), resultInTime(limit, work.promise)];
    await clock.advance(1_000);
    await Promise.all(ends);
    // An unhandled rejection would fail the test.
    work.reject(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
    leavesNothing();
  });
});

describe('work that is aborted at a time', () => {
  test('has its signal aborted with the limit as the reason, and knows that time ran out', async () => {
    const { clock, limit, leavesNothing } = scene(30_000);
    const work = runWithin(limit, async ({ signal, isOver }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return [signal.reason, isOver()];
    });
    await clock.advance(30_000);
    expect(await work).toEqual([new Error('not done within 30 s'), true]);
    leavesNothing();
  });

  test('ends with the signal of its caller, and that is no lack of time', async () => {
    const { abort, limit, leavesNothing } = scene();
    const reasonOf = () =>
      runWithin(limit, async ({ signal, isOver }) => {
        if (!signal.aborted)
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return [signal.reason, isOver()];
      });
    const running = reasonOf();
    abort.abort(new Error('the service stopped'));
    expect(await running).toEqual([new Error('the service stopped'), false]);
    expect(await reasonOf()).toEqual([new Error('the service stopped'), false]);
    leavesNothing();
  });

  test('settles as it does, leaving neither timer nor listener', async () => {
    const { limit, leavesNothing } = scene();
    expect(await runWithin(limit, async () => 'done')).toBe('done');
    expect(await outcome(runWithin(limit, () => Promise.reject(new Error('no'))))).toBe(
      'Error: no',
    );
    const throwing = () => {
      throw new Error('at once');
    };
    expect(await outcome(runWithin(limit, throwing))).toBe('Error: at once');
    leavesNothing();
  });
});
