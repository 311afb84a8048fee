/** Answers requests that fail: by one table, in the dialect of the zone and the form of the path. */
import type { Clock } from '../shared/clock.ts';
import {
  AboutInstance,
  type AppError,
  kindOf,
  platformRefusalOf,
  UnknownNumbers,
} from '../shared/errors.ts';
import type { Fields, Log } from '../shared/log.ts';
import { countEachOnceAMinute } from '../shared/once-a-minute.ts';
import { releaseBody } from './body-reader.ts';
import { commonHint } from './failure-guide.ts';
import { FAILURES, failureEnvelope } from './failures.ts';
import { failureFactHeaders } from './inner-call.ts';
import { addRetryAfter } from './rate-limit.ts';
import { REQUEST_ID_HEADER } from './request-watch.ts';
import { asAppError, describeForLog } from './thrown-errors.ts';
import {
  type FailureFacts,
  type FailurePage,
  pathOf,
  wireCode,
  type Zone,
  zoneOf,
} from './zone.ts';

export interface FailureOptions {
  /** By default, no error means an outage. */
  readonly outageOf?: OutageOf;
  /** Returns the answer to a person who opened the address of a failure in a browser; null for programs. */
  readonly failurePage?: FailurePage;
  /** Whether the service has pages at /docs and /swagger, which failures lead to; by default it has. */
  readonly hasDocs?: boolean;
}

interface FailureDeps extends FailureOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly zones: readonly Zone[];
  /** Returns the methods that a path has routes for, for `allow`. */
  readonly methodsAt: (path: string) => string[];
  /** Returns the operation that was probably meant by a path without a route, or null. */
  readonly nearestTo: (method: string, path: string) => string | null;
  /** Returns what may be wrong with the names of fields in the body of a request, or undefined. */
  readonly fieldHintOf: (request: Request) => string | undefined;
  /** Returns the method of a request as failures and the log show it. */
  readonly shownMethod: (request: Request) => string;
}

/** The settings of the answer, which a failure changes. */
interface AnswerSettings {
  readonly headers: Record<string, string | number | string[]>;
  status?: number | string;
}

interface FailureAnswers {
  /** Returns what the caller may be told. Logs faults of ours, and puts status and headers into `set`. */
  factsOf(thrown: unknown, request: Request, set: AnswerSettings): FailureFacts;
  /** Turns what was thrown into a failure and returns the body of the answer. */
  answer(thrown: unknown, request: Request, set: AnswerSettings): object | Response;
}

export function createFailureAnswers(deps: FailureDeps): FailureAnswers {
  const { log, clock, zones, outageOf = () => null, shownMethod, hasDocs = true } = deps;
  const logFailure = createFailureLog({ log, clock, outageOf });
  const factsOf: FailureAnswers['factsOf'] = (thrown, request, set) => {
    const method = shownMethod(request);
    const path = pathOf(request.url);
    const zone = zoneOf(zones, path);
    const error = asAppError(thrown, zone, {
      method,
      allowed: () => deps.methodsAt(path),
      nearest: () => deps.nearestTo(method, path),
      listing: hasDocs ? '/swagger' : '/openapi.json',
    });
    const loggedPath = zone?.loggedPath?.(path) ?? path;
    logFailure(error, { requestId: set.headers[REQUEST_ID_HEADER], method, path: loggedPath });
    const { status, code } = FAILURES[error.reason];
    Object.assign(set.headers, error.headers, failureFactHeaders(request, error));
    const wire = wireCode(zone, method, path, code);
    const hint =
      error.hint ??
      zone?.hintOf?.(error, request) ??
      aboutFields(deps, error, request) ??
      commonHint(wire);
    const facts = { status, code: wire, ...saidBy(error), hint, ...finer(error) };
    set.status = zone?.failureStatus?.(facts) ?? status;
    addRetryAfter(set.status, set.headers);
    return facts;
  };
  return {
    factsOf,
    answer(thrown, request, set) {
      const failure = factsOf(thrown, request, set);
      releaseBody(request);
      const requestId = String(set.headers[REQUEST_ID_HEADER]);
      const page = deps.failurePage?.(request, failure, requestId);
      if (page) {
        // A path that forbids caching forbids it for its pages too.
        if (set.headers['cache-control'] !== undefined) page.headers.delete('cache-control');
        return page;
      }
      set.headers['content-type'] = 'application/json';
      const asked = { method: shownMethod(request), path: pathOf(request.url), requestId };
      const zone = zoneOf(zones, asked.path);
      return (
        zone?.failureBody?.(failure, asked) ??
        zone?.failureShape?.body(failure) ??
        failureEnvelope(clock.now(), failure, { ...asked, hasDocs })
      );
    },
  };
}

const aboutFields = (deps: FailureDeps, { reason }: AppError, request: Request) =>
  reason === 'invalid' || reason === 'unprocessable' ? deps.fieldHintOf(request) : undefined;

const saidBy = ({ reason, message, ...error }: AppError) => ({
  reason: error.reasonCode ?? reason,
  message,
  parameters: error.parameters,
  problems: error.problems,
});

/** Returns the facts of a failure that only the forms of other systems show. */
function finer(error: AppError): Partial<FailureFacts> {
  const [kind, platform] = [kindOf(error), platformRefusalOf(error)];
  return {
    ...(error instanceof UnknownNumbers && { unknownNumbers: error.numbers }),
    ...(error instanceof AboutInstance && { instanceName: error.instanceName }),
    ...(kind && { kind }),
    ...(platform && { platform }),
  };
}

/** These reasons have a line of their own; all others share one. */
const REASONS_MAX = 100;

/**
 * Returns why a part that all requests need is out of order, if the error says so, or null. The same trouble must be
 * worded alike, because lines are counted by it.
 */
type OutageOf = (error: unknown) => string | null;

interface FailureLogDeps {
  readonly log: Pick<Log, 'error'>;
  readonly clock: Pick<Clock, 'steady'>;
  readonly outageOf: OutageOf;
}

/**
 * Call the returned function with each failure and the fields that name its request. An unexpected error has a line
 * each time, so that it is found by its request id. `times` of an outage counts the requests since its last line.
 */
function createFailureLog({ log, clock, outageOf }: FailureLogDeps) {
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
