/** Corrects paths that begin with several slashes, `//instance/create`, because a base URL ended in a slash. */

/**
 * Returns the same request with one slash in front of its path, for routing, admission and failures alike. It remains
 * the same object, by which the server knows the caller's address.
 */
export function withOneSlash(request: Request): Request {
  const { url } = request;
  const start = url.indexOf('/', 'http://'.length);
  if (url[start + 1] !== '/' || url.startsWith('/')) return request;
  const value = url.slice(0, start) + url.slice(start).replace(/^\/+/, '/');
  return Object.defineProperty(request, 'url', { value });
}
