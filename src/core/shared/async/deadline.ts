/**
 * Time limits by the injected clock. Work past its limit continues, and its result or failure is dropped; only
 * `runWithin` aborts it.
 */
import type { Clock } from '../clock.ts';
import type { CancelSignal } from './cancellation.ts';
import { SharedTimer, type TimedWait } from './shared-timer.ts';

export interface TimeLimit {
  readonly clock: Pick<Clock, 'after'>;
  readonly ms: number;
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the result of `work`. Rejects with the error from `late` when the time is over, and when the signal aborts.
 */
export async function withTimeout<T>(
  limit: TimeLimit,
  work: Promise<T>,
  late: () => Error = () => new Error(`timeout: no answer within ${limit.ms} ms`),
): Promise<T> {
  const ended = (by: AbortSignal | null) => Promise.reject(by === null ? late() : abortError(by));
  return await firstOf(limit, work, ended);
}

/** Returns the result of `work`, or null when the time is over or the signal aborts first. Rejects as `work` does. */
export async function resultInTime<T>(limit: TimeLimit, work: Promise<T>): Promise<T | null> {
  return await firstOf(limit, work, () => null);
}

/** Returns the result of `work`, or that of `ended` when the limit comes first: with the signal, or null for time. */
function firstOf<T, E>(
  { clock, ms, signal }: TimeLimit,
  work: Promise<T>,
  ended: (by: AbortSignal | null) => E | Promise<E>,
): Promise<T | E> {
  return new Promise((resolve, reject) => {
    const release = () => {
      cancel();
      signal?.removeEventListener('abort', abort);
    };
    const end = (by: AbortSignal | null) => {
      release();
      resolve(ended(by));
    };
    const abort = () => end(signal ?? null);
    const cancel = clock.after(ms, () => end(null));
    signal?.addEventListener('abort', abort);
    work.then(
      (value) => {
        release();
        resolve(value);
      },
      (error) => {
        release();
        reject(error);
      },
    );
    if (signal?.aborted) abort();
  });
}

/** Returns the reason of a signal, or an error of ours where it was aborted without one. */
export const abortError = ({ reason }: CancelSignal): Error =>
  reason instanceof Error && !(reason instanceof DOMException)
    ? reason
    : new Error('aborted: broken off');

/** The limit as the work sees it. */
export interface RunningLimit {
  /** Aborts when the time is over, or with the limit's own signal and its reason. */
  readonly signal: AbortSignal;
  /** Returns whether the time ran out. Ask it after the work, because work that finished in time counts. */
  isOver(): boolean;
}

/** Runs `work` with a signal that aborts at the limit. Settles as `work` does. */
export async function runWithin<T>(
  { clock, ms, signal }: TimeLimit,
  work: (limited: RunningLimit) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let isOver = false;
  const cancel = clock.after(ms, () => {
    isOver = true;
    controller.abort(new Error(`not done within ${ms / 1_000} s`));
  });
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    return await work({ signal: controller.signal, isOver: () => isOver });
  } finally {
    cancel();
    signal?.removeEventListener('abort', abort);
  }
}

// One time limit for many waits, such as those for the answers on a broker's connection. They share one timer and one
// listener; their own would cost an event a good part of its sending.

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
