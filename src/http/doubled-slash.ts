/** Paths with slashes too many in front: `//instance/create`, from a base URL that ends in a slash. */

/**
 * The same request, its URL having one slash in front of the path: for routing, admission and failures alike. It stays
 * the same object, which the server knows the caller's address by.
 */
export function withOneSlash(request: Request): Request {
  const { url } = request;
  const start = url.indexOf('/', 'http://'.length);
  if (url[start + 1] !== '/' || url.startsWith('/')) return request;
  const value = url.slice(0, start) + url.slice(start).replace(/^\/+/, '/');
  return Object.defineProperty(request, 'url', { value });
}
