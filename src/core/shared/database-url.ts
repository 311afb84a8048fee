/** Reads database URLs. */
import { isAbsolute } from 'node:path';

const SERVER_SCHEMES = new Set(['libsql', 'http', 'https', 'ws', 'wss']);

/**
 * Returns the path of a `file:` URL, where relative paths start at the working folder, or null for the URL of a server.
 * Throws an Error that says what is accepted and never shows the URL, which may contain a token.
 */
export function databasePath(url: string): string | null {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  if (scheme === undefined || rest === undefined) throw unknownDatabase('no scheme');
  if (SERVER_SCHEMES.has(scheme.toLowerCase())) return null;
  if (scheme.toLowerCase() !== 'file') throw unknownDatabase(`the scheme ${scheme}:`);
  return pathOf(rest);
}

/** Returns the URL of a database file; characters of `path` with a meaning in URLs are escaped. */
export function fileUrl(path: string): string {
  // Two slashes would begin a host name, and `:memory:` would not be a file.
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
