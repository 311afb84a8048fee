/**
 * Time limits, by the injected clock. Work that is no longer waited for goes on by itself, and what it comes to is
 * dropped, failures included; only `runWithin` aborts it.
 */
import type { Clock } from '../clock.ts';
import type { CancelSignal } from './cancellation.ts';

interface TimeLimit {
  readonly clock: Pick<Clock, 'after'>;
  readonly ms: number;
  /** Ends the wait early. */
  readonly signal?: AbortSignal | undefined;
}

/** What `work` comes to. Rejects with what `late` makes when the time is over, and when the signal aborts. */
export async function withTimeout<T>(
  limit: TimeLimit,
  work: Promise<T>,
  late: () => Error = () => new Error(`timeout: no answer within ${limit.ms} ms`),
): Promise<T> {
  const ended = (by: AbortSignal | null) => Promise.reject(by === null ? late() : abortError(by));
  return await firstOf(limit, work, ended);
}

/** What `work` comes to, or null when the time is over or the signal aborts first. Rejects as `work` does. */
export async function resultInTime<T>(limit: TimeLimit, work: Promise<T>): Promise<T | null> {
  return await firstOf(limit, work, () => null);
}

/** `work`, or what `ended` gives when the limit comes first: by the signal, or (null) by time. */
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

/** The reason when it is a text. */
export const abortError = ({ reason }: CancelSignal): Error =>
  new Error(typeof reason === 'string' ? reason : 'aborted: broken off');

/** What work under a limit is given. */
export interface Limited {
  /** Aborts when the time is over, or with the limit's own signal and its reason. */
  readonly signal: AbortSignal;
  /** Whether time ran out; asked after the work, since what was finished in time counts. */
  isOver(): boolean;
}

/** Runs `work` with a signal that aborts at the limit, and settles as `work` does. */
export async function runWithin<T>(
  { clock, ms, signal }: TimeLimit,
  work: (limited: Limited) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let isOver = false;
  const cancel = clock.after(ms, () => {
    isOver = true;
    controller.abort(`not done within ${ms / 1_000} s`);
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
