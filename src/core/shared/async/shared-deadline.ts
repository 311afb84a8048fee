/**
 * One time limit for many waits, such as those for the answers on a broker's connection. They share one timer and one
 * listener; their own would cost an event a good part of its sending.
 */
import type { Clock } from '../clock.ts';
import type { CancelSignal } from './cancellation.ts';
import { abortError } from './deadline.ts';
import { SharedTimer, type TimedWait } from './shared-timer.ts';

interface SharedDeadlineOptions {
  readonly clock: Clock;
  readonly ms: number;
  /** Ends all waits; its reason is a text. */
  readonly gone: AbortSignal;
}

/**
 * Returns the value of `work`. Rejects when the time is over, or when the connection or `signal`, which belongs to this
 * wait alone, aborts.
 */
export type WithinDeadline = <T>(work: Promise<T>, signal: CancelSignal) => Promise<T>;

interface PendingWait extends TimedWait {
  fail(error: unknown): void;
}

export function createSharedDeadline({ clock, ms, gone }: SharedDeadlineOptions): WithinDeadline {
  const timer = new SharedTimer(clock, ms);
  const open = new Set<PendingWait>();
  const leave = (one: PendingWait) => {
    open.delete(one);
    timer.end(one);
  };

  gone.addEventListener('abort', () => {
    for (const one of open) one.fail(abortError(gone));
  });

  return (work, signal) =>
    new Promise((resolve, reject) => {
      const one: PendingWait = {
        until: 0,
        over: () => one.fail(new Error(`timeout: no answer within ${ms} ms`)),
        fail(error) {
          leave(one);
          reject(error);
        },
      };
      open.add(one);
      timer.begin(one);
      signal.addEventListener('abort', () => one.fail(abortError(signal)));
      work.then((value) => {
        leave(one);
        resolve(value);
      }, one.fail);
      const ended = [gone, signal].find(({ aborted }) => aborted);
      if (ended) one.fail(abortError(ended));
    });
}
