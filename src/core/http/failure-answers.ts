/** Answers requests that fail: by one table, in the dialect of the zone and the form of the path. */

import type { Clock } from '../shared/clock.ts';
import {
  AboutInstance,
  type AppError,
  kindOf,
  platformRefusalOf,
  UnknownNumbers,
} from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { releaseBody } from './body-reader.ts';
import { commonHint } from './failure-guide.ts';
import { createFailureLog, type OutageOf } from './failure-log.ts';
import { FAILURES, failureEnvelope } from './failures.ts';
import { failureFactHeaders } from './inner-failure.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';
import { addRetryAfter } from './retry-after.ts';
import { asAppError } from './thrown.ts';
import { type FailureFacts, pathOf, wireCode, type Zone, zoneOf } from './zone.ts';

/** Returns null for the answer that programs get. */
export type FailurePage = (
  request: Request,
  failure: FailureFacts,
  requestId: string,
) => Response | null;

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
  ...{ reason: error.reasonCode ?? reason, message },
  ...{ parameters: error.parameters, problems: error.problems },
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
