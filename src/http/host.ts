/**
 * The Host header of a request. Owns: which ones can be used.
 * Whatever parses `request.url` further in relies on it, since the URL is made of this header.
 */

/** A name, an IPv4 address or a bracketed IPv6 address, and a port; two headers arrive joined by a comma. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** The last usable header and how a URL made of it begins: most requests of a service name the same host. */
let last = { host: '', origin: '' };

/** False when Host is missing, given twice or malformed. A request made without a socket has none to judge. */
export function hasUsableHost(request: Request): boolean {
  const host = request.headers.get('host');
  if (host !== null && host === last.host && request.url.startsWith(last.origin)) return true;
  if (host !== null && !HOST.test(host)) return false;
  // Without a usable Host the URL is a bare path, which no parser takes.
  if (!URL.canParse(request.url)) return false;
  if (host !== null) last = { host, origin: `http://${host}/` };
  return true;
}
