import { describe, expect, test } from 'bun:test';
import {
  createSharedDeadline,
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

describe('waits with one deadline each and one timer for all', () => {
  function waits(ms = 1_000) {
    const clock = manualClock();
    const gone = new AbortController();
    const wait = createSharedDeadline({ clock, ms, gone: gone.signal });
    return { clock, gone, wait, signal: new AbortController().signal };
  }

  test('an answer in time is passed on, and no timer is left', async () => {
    const { wait, clock, signal } = waits();
    const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const both = Promise.all([wait(first.promise, signal), wait(second.promise, signal)]);
    expect(clock.pending()).toBe(1);
    second.resolve(2);
    first.resolve(1);
    expect(await both).toEqual([1, 2]);
    expect(clock.pending()).toBe(0);
  });

  test('a failure is passed on as it is', async () => {
    const { wait, signal } = waits();
    const failure = new Error('refused: no');
    expect(wait(Promise.reject(failure), signal)).rejects.toBe(failure);
  });

  test('each wait has its whole time, whenever the one before it began', async () => {
    const { wait, clock, signal } = waits();
    const ended: string[] = [];
    const named = (name: string) =>
      wait(never(), signal).catch((error: Error) => ended.push(`${name} ${error.message}`));
    void named('first');
    await clock.advance(600);
    void named('second');
    await clock.advance(399);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toEqual(['first timeout: no answer within 1000 ms']);
    await clock.advance(599);
    expect(ended).toHaveLength(1);
    await clock.advance(1);
    expect(ended[1]).toBe('second timeout: no answer within 1000 ms');
    expect(clock.pending()).toBe(0);
  });

  test('a connection that is lost ends all waits with its reason, and any that begins later', async () => {
    const { wait, clock, gone, signal } = waits();
    const open = [wait(never(), signal), wait(never(), signal)];
    gone.abort(new Error('connection_lost: closed'));
    for (const one of [...open, wait(never(), signal)]) {
      expect(one).rejects.toThrow('connection_lost: closed');
    }
    expect(clock.pending()).toBe(0);
  });

  test('what is broken off ends at once and leaves the others waiting', async () => {
    const { wait, clock, signal } = waits();
    const abort = new AbortController();
    const other = Promise.withResolvers<string>();
    const answered = wait(other.promise, signal);
    const broken = wait(never(), abort.signal);
    abort.abort();
    expect(broken).rejects.toThrow('aborted: broken off');
    expect(wait(never(), abort.signal)).rejects.toThrow('aborted: broken off');
    other.resolve('late');
    expect(await answered).toBe('late');
    expect(clock.pending()).toBe(0);
  });
});
