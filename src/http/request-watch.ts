/** Lets each request be watched from its arrival to its answer. */

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

/** Returns a watch that calls `answered` with each request after its answer is known. */
export function timing(
  answered: (answered: AnsweredRequest) => void,
  elapsedMs: () => number,
): RequestWatch {
  return (request: Request & { [ROUTE]?: string }, answer) => {
    const from = elapsedMs();
    const end = (response: Response | undefined) =>
      answered({
        request,
        route: request[ROUTE] ?? null,
        // A WebSocket is opened without an answer.
        status: response?.status ?? 101,
        durationMs: elapsedMs() - from,
      });
    const response = answer(request);
    if (!(response instanceof Promise)) {
      end(response);
      return response;
    }
    return response.then((known) => {
      end(known);
      return known;
    });
  };
}
