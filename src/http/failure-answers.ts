/** How a request is answered that fails: one table, the dialect of its zone, and the form that its path has. */
import type { Clock } from '../shared/clock.ts';
import { AboutInstance, UnknownNumbers } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { releaseBody } from './body-reader.ts';
import { createFailureLog, type OutageOf } from './failure-log.ts';
import { FAILURES, failureEnvelope } from './failures.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';
import { asAppError } from './thrown.ts';
import { type FailureFacts, pathOf, wireCode, type Zone, zoneOf } from './zone.ts';

interface FailureDeps {
  readonly log: Log;
  readonly clock: Clock;
  readonly zones: readonly Zone[];
  /** Default: no error says that anything is out of order. */
  readonly outageOf?: OutageOf;
  /** For `allow`: the methods that a path has routes for. */
  readonly methodsAt: (path: string) => string[];
  /** The method of a request as failures and the log show it. */
  readonly shownMethod: (request: Request) => string;
}

/** The answer's own settings, which a failure changes. */
interface AnswerSettings {
  readonly headers: Record<string, string | number | string[]>;
  status?: number | string;
}

interface FailureAnswers {
  /** What its caller may be told; logs what is a fault of ours, and puts status and headers into `set`. */
  factsOf(thrown: unknown, request: Request, set: AnswerSettings): FailureFacts;
  /** The body of the answer, from the same. */
  answer(thrown: unknown, request: Request, set: AnswerSettings): object;
}

export function createFailureAnswers(deps: FailureDeps): FailureAnswers {
  const { log, clock, zones, outageOf = () => null, methodsAt, shownMethod } = deps;
  const logFailure = createFailureLog({ log, clock, outageOf });
  const factsOf: FailureAnswers['factsOf'] = (thrown, request, set) => {
    const method = shownMethod(request);
    const path = pathOf(request.url);
    const zone = zoneOf(zones, path);
    const error = asAppError(thrown, zone, () => methodsAt(path));
    const loggedPath = zone?.loggedPath?.(path) ?? path;
    logFailure(error, { requestId: set.headers[REQUEST_ID_HEADER], method, path: loggedPath });
    const { status, code } = FAILURES[error.reason];
    set.status = status;
    Object.assign(set.headers, error.headers);
    const { message, details } = error;
    const numbers = error instanceof UnknownNumbers && { unknownNumbers: error.numbers };
    const named = error instanceof AboutInstance && { instanceName: error.instanceName };
    const wire = wireCode(zone, method, path, code);
    return { status, code: wire, message, details, ...numbers, ...named };
  };
  return {
    factsOf,
    answer(thrown, request, set) {
      releaseBody(request);
      const failure = factsOf(thrown, request, set);
      set.headers['content-type'] = 'application/json';
      const asked = { method: shownMethod(request), path: pathOf(request.url) };
      const zone = zoneOf(zones, asked.path);
      return (
        zone?.failureBody?.(failure, asked) ??
        zone?.failureShape?.body(failure) ??
        failureEnvelope(clock.now(), failure, asked)
      );
    },
  };
}
