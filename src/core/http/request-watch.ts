/** Lets each request be watched from its arrival to its answer. */
import { newId } from '../shared/ids.ts';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly request: Request;
  /** The template of its path, such as `/instance/connect/:instanceName`; null if it reached no route. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
}

type Answer = Response | Promise<Response>;

/** Passes a request on to `answer`, whose answer it returns. */
export type RequestWatch = (request: Request, answer: (request: Request) => Answer) => Answer;

const ROUTE = Symbol('route');

/** Keeps the template of its path on the request. */
export function noteRoute(request: Request & { [ROUTE]?: string }, route: string): void {
  request[ROUTE] = route;
}

/** Returns the template of the path of a request; null if it has reached no route. */
export const routeOf = (request: Request & { [ROUTE]?: string }): string | null =>
  request[ROUTE] ?? null;

/** Returns the same answer, and calls `answered` with its status when it is known. */
export function whenAnswered(answer: Answer, answered: (status: number) => void): Answer {
  // A WebSocket is opened without an answer.
  const end = (response: Response | undefined) => answered(response?.status ?? 101);
  if (answer instanceof Promise)
    return answer.then((response) => {
      end(response);
      return response;
    });
  end(answer);
  return answer;
}

/** Returns a watch that calls `answered` with each request after its answer is known. */
export function createTimingWatch(
  answered: (answered: AnsweredRequest) => void,
  elapsedMs: () => number,
): RequestWatch {
  return (request, answer) => {
    const from = elapsedMs();
    return whenAnswered(answer(request), (status) =>
      answered({ request, route: routeOf(request), status, durationMs: elapsedMs() - from }),
    );
  };
}

export const REQUEST_ID_HEADER = 'x-request-id';

const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** Returns the caller's id if it is 1-128 visible ASCII characters, else a new one. */
export function takeRequestId(request: Request): string {
  const callersId = request.headers.get(REQUEST_ID_HEADER);
  return callersId !== null && ACCEPTED.test(callersId) ? callersId : newId();
}

/** Returns the id of the request that a handler is answering. */
export const requestIdOf = (context: {
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
}): string => String(context.set.headers[REQUEST_ID_HEADER]);
