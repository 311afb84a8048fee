/** Builds the addresses of media on the platform's servers. Pure. */

/** Used when the platform has not named a host. */
export const DEFAULT_HOST = 'mmg.whatsapp.net';

/** A name or an IPv4 address, and perhaps a port: nothing that a URL would read as something else. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/;
const LONGEST_PATH = 4_096;
/** Visible characters except those that end a path, start a host or encode another character. */
const PATH = /^\/[\w.~%!$&'()*+,;=:-][\w.~%!$&'()*+,;=:/?-]*$/;

/** Returns null unless the address has exactly this host and exactly this path and query. */
export function addressOf(host: string, path: string): string | null {
  if (!HOST.test(host) || path.length > LONGEST_PATH || !PATH.test(path)) return null;
  const address = `https://${host}${path}`;
  const url = URL.parse(address);
  const isSame =
    url !== null &&
    url.protocol === 'https:' &&
    url.host === host.replace(/:443$/, '') &&
    url.username === '' &&
    url.password === '' &&
    `${url.pathname}${url.search}` === path;
  return isSame ? url.href : null;
}
