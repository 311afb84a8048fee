/** The path of PUBLIC_URL, where a proxy has other services beside this one: `/evolution` of https://example.com/evolution. */
import { withUrl } from './inner-call.ts';
import { isUnder, pathOf } from './zone.ts';

/** Returns the path of a public URL without a slash at its end, or '' if the URL has no path. */
export const publicPathOf = (publicUrl: string | null | undefined): string =>
  publicUrl ? new URL(publicUrl).pathname.replace(/\/+$/, '') : '';

/**
 * Returns a function that takes the path of the public URL off a request: some proxies leave it on. Returns null if
 * there is no such path, or if routes of this service begin with it: then the proxy must take it off.
 */
export function withoutPublicPath(
  publicUrl: string | null,
  routes: readonly { readonly path: string }[],
): ((request: Request) => Request) | null {
  const prefix = publicPathOf(publicUrl);
  if (prefix === '' || routes.some(({ path }) => isUnder(path, prefix))) return null;
  return (request) => {
    const { url } = request;
    if (!isUnder(pathOf(url), prefix)) return request;
    const start = url.indexOf('/', 'http://'.length);
    const rest = url.slice(start + prefix.length);
    return withUrl(request, `${url.slice(0, start)}${rest.startsWith('/') ? '' : '/'}${rest}`);
  };
}
