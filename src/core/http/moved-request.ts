/**
 * Gives a request another URL, for routing, admission and failures alike. It remains the same object, by which the
 * server knows the caller's address.
 */
export const withUrl = (request: Request, url: string): Request =>
  Object.defineProperty(request, 'url', { value: url, configurable: true });
