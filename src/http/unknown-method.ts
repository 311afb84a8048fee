/**
 * Requests whose method the platform has no name for, such as FOO.
 * Owns: that they are answered like any other. By itself Bun drops their connections without a word.
 */

/** All that a route may be registered for. */
const ROUTABLE = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Stands for a name that nobody is told. */
const UNKNOWN = 'UNKNOWN';

type Handle = (request: Request) => Response | Promise<Response>;

/** The true GET that is being handed over just now. */
let routed: Request | undefined;
const unknown = new WeakSet<Request>();

/**
 * For `routes` of Bun.serve, whose `fetch` is to be `handle` too. The second route, switched off for every
 * method there is, makes Bun hand any other to `fetch`, where it looks like a GET: hence the first one, by
 * which each true GET is known.
 */
export const everyMethod = (handle: Handle) => ({
  '/**': Object.fromEntries(
    ROUTABLE.map((method) => [method, method === 'GET' ? markedBy(handle) : handle]),
  ),
  '/*': false as const,
});

const markedBy =
  (handle: Handle): Handle =>
  (request) => {
    routed = request;
    return handle(request);
  };

/** To be called first of all, before anything is waited for. `hasPeer`: the request came in by a connection. */
export function noteMethod(request: Request, hasPeer: (request: Request) => boolean): void {
  if (request.method === 'GET' && request !== routed && hasPeer(request)) unknown.add(request);
}

/** Whether the method, which looks like GET then, is one without a name; for requests that were noted. */
export const hasUnknownMethod = (request: Request): boolean => unknown.has(request);

/** The method as failures and the log show it. */
export const shownMethod = (request: Request): string =>
  hasUnknownMethod(request) ? UNKNOWN : request.method;
