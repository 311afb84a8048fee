/** What a database URL means. */
import { isAbsolute } from 'node:path';

const SERVER_SCHEMES = new Set(['libsql', 'http', 'https', 'ws', 'wss']);

/**
 * The path of a `file:` URL, relative ones to the working folder; null for the URL of a server.
 * Throws an Error that says what is accepted, and never shows the URL: it may hold a token.
 */
export function databasePath(url: string): string | null {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  if (scheme === undefined || rest === undefined) throw unknownDatabase('no scheme');
  if (SERVER_SCHEMES.has(scheme.toLowerCase())) return null;
  if (scheme.toLowerCase() !== 'file') throw unknownDatabase(`the scheme ${scheme}:`);
  return pathOf(rest);
}

/** The URL of a database file: the characters of `path` that a URL would take for something else are escaped. */
export function fileUrl(path: string): string {
  // Two slashes would begin the name of a host, and `:memory:` would be no file.
  const plain = path.replace(/^\/+/, '/');
  const rooted = isAbsolute(plain) || plain.startsWith('./') ? plain : `./${plain}`;
  return `file:${rooted.replace(/[%?#]/g, encodeURIComponent)}`;
}

function pathOf(rest: string): string {
  if (/[?#]/.test(rest)) throw new Error('the database URL file:… takes no ? or #');
  const path = decoded(rest.replace(/^\/\/(localhost)?(?=\/)/i, ''));
  if (path.startsWith('//')) throw new Error('the database URL file:… names a host');
  if (path === '' || path.endsWith('/') || path.startsWith(':memory:')) {
    throw new Error('the database URL file:… must name a file; a database in memory would be lost');
  }
  return path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Error('the database URL file:… holds a % that starts no escape; write it as %25');
  }
}

const unknownDatabase = (got: string): Error =>
  new Error(`the database URL has ${got}; accepted are file:, libsql:, http(s): and ws(s):`);
