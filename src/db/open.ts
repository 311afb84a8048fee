/**
 * From a database URL to a database that is ready.
 * Owns: which backend a URL means, and that nobody meets a database before it is migrated.
 */
import { type Clock, systemClock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import { whenFree } from './busy.ts';
import { createDatabase, type Database, DatabaseError, type Executor, faultOf } from './client.ts';
import type { LibsqlOptions } from './libsql.ts';
import { migrate, refuseUnmigrated } from './migrate.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';

export interface OpenOptions {
  /** `file:…` for a file of this machine; `libsql:`, `http(s):` or `ws(s):` for a libSQL server. */
  readonly url: string;
  /** For a server. */
  readonly authToken?: string;
  readonly clock?: Clock;
  /**
   * For a process beside the one that serves: nothing is created or migrated, and a database that is not
   * there, or not as this build needs it, is refused.
   */
  readonly asSecond?: boolean;
  /** Of a file: when commits get a thread of their own, and who hears of it. */
  readonly commits?: Pick<SqliteOptions, 'pace' | 'switched' | 'fatal'>;
}

const SERVER_SCHEMES = new Set(['libsql', 'http', 'https', 'ws', 'wss']);

/**
 * Opens and migrates, unless `asSecond`. Throws an Error for a URL that means no database, and a DatabaseError that
 * names the file or the server when that cannot be used: damaged, newer, locked, unreachable.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const clock = options.clock ?? systemClock();
  const path = databasePath(options.url);
  if (path === null) return openServer(options, clock);
  const asSecond = options.asSecond === true;
  const executor = await whenFree(clock, () =>
    openSqlite({ ...options.commits, path, clock, asSecond }),
  );
  return ready(executor, `database file ${path}`, { clock, asSecond });
}

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

async function openServer(options: OpenOptions, clock: Clock): Promise<Database> {
  const { url, authToken, asSecond = false } = options;
  if (!URL.canParse(url)) throw new Error('the database URL is not a valid URL');
  const executor = await connectTo({
    url,
    clock,
    ...(authToken === undefined ? {} : { authToken }),
  });
  return ready(executor, `database server ${new URL(url).host}`, { clock, asSecond });
}

/** The client is loaded here, since a start with a file needs none of it. */
async function connectTo(options: LibsqlOptions): Promise<Executor> {
  const { openLibsql } = await import('./libsql.ts');
  try {
    return openLibsql(options);
  } catch (error) {
    throw new Error(`the database URL is not accepted: ${messageOf(error)}`, { cause: error });
  }
}

interface Readying {
  readonly clock: Clock;
  readonly asSecond: boolean;
}

async function ready(
  executor: Executor,
  what: string,
  { clock, asSecond }: Readying,
): Promise<Database> {
  try {
    await refuseWithoutForeignKeys(executor);
    await (asSecond ? refuseUnmigrated(executor) : migrate(executor, clock.now()));
    return createDatabase(executor);
  } catch (error) {
    await executor.close();
    throw new DatabaseError(faultOf(error) ?? 'other', `${what}: ${messageOf(error)}`, error);
  }
}

/** A server decides this itself, and rows that should go with their parent would stay unseen. */
async function refuseWithoutForeignKeys(executor: Executor): Promise<void> {
  const rows = await executor.query('PRAGMA foreign_keys', []);
  if (rows[0]?.[0] !== 1) throw new Error('foreign keys are not enforced');
}
