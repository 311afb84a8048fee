/**
 * One equal time limit for many waits, such as those for the answers on one connection of a broker. One timer and
 * one listener stand for all: of their own they would cost an event a good part of its sending.
 */
import type { Clock } from '../clock.ts';
import type { CancelSignal } from './cancellation.ts';
import { abortError } from './deadline.ts';

interface SharedDeadlineOptions {
  readonly clock: Clock;
  readonly ms: number;
  /** Ends all waits, with a text as its reason. */
  readonly gone: AbortSignal;
}

/** The value of `work`; rejects when the time is over, or the connection or `signal`, which is of this wait alone, ends it. */
export type WithinDeadline = <T>(work: Promise<T>, signal: CancelSignal) => Promise<T>;

interface Waiting {
  /** Steady ms. */
  readonly until: number;
  readonly fail: (error: unknown) => void;
}

export function createSharedDeadline({ clock, ms, gone }: SharedDeadlineOptions): WithinDeadline {
  /** All wait equally long, so the first is over first. */
  const open = new Set<Waiting>();
  let cancel: (() => void) | null = null;

  const watch = (afterMs: number) => {
    cancel = clock.after(afterMs, () => {
      cancel = null;
      const now = clock.steady();
      for (const { until, fail } of open) {
        if (until > now) return watch(until - now);
        fail(new Error(`timeout: no answer within ${ms} ms`));
      }
    });
  };

  const leave = (one: Waiting) => {
    open.delete(one);
    if (open.size > 0) return;
    cancel?.();
    cancel = null;
  };

  gone.addEventListener('abort', () => {
    for (const { fail } of open) fail(abortError(gone));
  });

  return (work, signal) =>
    new Promise((resolve, reject) => {
      const one: Waiting = {
        until: clock.steady() + ms,
        fail(error) {
          leave(one);
          reject(error);
        },
      };
      open.add(one);
      if (cancel === null) watch(ms);
      signal.addEventListener('abort', () => one.fail(abortError(signal)));
      work.then((value) => {
        leave(one);
        resolve(value);
      }, one.fail);
      const ended = [gone, signal].find(({ aborted }) => aborted);
      if (ended) one.fail(abortError(ended));
    });
}
