/** Logs requests that fail because of a fault of ours. */
import type { Clock } from '../shared/clock.ts';
import type { AppError } from '../shared/errors.ts';
import type { Fields, Log } from '../shared/log.ts';
import { countEachOnceAMinute } from '../shared/once-a-minute.ts';
import { FAILURES } from './failures.ts';
import { describeForLog } from './thrown.ts';

/** These reasons have a line of their own; all others share one. */
const REASONS_MAX = 100;

/**
 * Returns why a part that all requests need is out of order, if the error says so, or null. The same trouble must be
 * worded alike, because lines are counted by it.
 */
export type OutageOf = (error: unknown) => string | null;

interface FailureLogDeps {
  readonly log: Pick<Log, 'error'>;
  readonly clock: Pick<Clock, 'steady'>;
  readonly outageOf: OutageOf;
}

/**
 * Call the returned function with each failure and the fields that name its request. An unexpected error has a line
 * each time, so that it is found by its request id. `times` of an outage counts the requests since its last line.
 */
export function createFailureLog({ log, clock, outageOf }: FailureLogDeps) {
  const timesToLog = countEachOnceAMinute(clock, REASONS_MAX);
  return (error: AppError, request: Fields): void => {
    if (FAILURES[error.reason].status < 500) return;
    const outage = outageOf(error);
    const times = outage === null ? null : timesToLog(outage);
    if (times === 0) return;
    const cause = error.cause === undefined ? undefined : describeForLog(error.cause);
    log.error('request failed', {
      ...request,
      reason: error.message,
      cause,
      ...(times !== null && { times }),
    });
  };
}
