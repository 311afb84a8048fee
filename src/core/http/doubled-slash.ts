/** Corrects paths that begin with several slashes, `//instance/create`, because a base URL ended in a slash. */
import { withUrl } from './moved-request.ts';

/** Returns the same request with one slash in front of its path. */
export function withOneSlash(request: Request): Request {
  const { url } = request;
  const start = url.indexOf('/', 'http://'.length);
  if (url[start + 1] !== '/' || url.startsWith('/')) return request;
  return withUrl(request, url.slice(0, start) + url.slice(start).replace(/^\/+/, '/'));
}
