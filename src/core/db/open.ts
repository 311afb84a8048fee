/** Opens the database of a URL. */
import schema from '../../../drizzle/0000_schema.sql' with { type: 'text' };
import { type Clock, systemClock } from '../shared/clock.ts';
import { databasePath } from '../shared/database-url.ts';
import { messageOf } from '../shared/errors.ts';
import { createDatabase, type Database, DatabaseError, type Executor, faultOf } from './client.ts';
import { whenFree } from './faults.ts';
import type { LibsqlOptions } from './libsql.ts';
import { type Migration, migrate, refuseUnmigrated } from './migrate.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';

export interface OpenOptions {
  /** `file:…` for a local file; `libsql:`, `http(s):` or `ws(s):` for a libSQL server. */
  readonly url: string;
  /** The token for a server. */
  readonly authToken?: string | null | undefined;
  readonly clock?: Clock;
  /**
   * For a process beside the serving one: nothing is created or migrated, and a database that is missing or unsuitable
   * for this build is refused.
   */
  readonly isSecond?: boolean;
  /** For a file: when commits get their own thread, and what is called then. */
  readonly commits?: Pick<SqliteOptions, 'pace' | 'onSwitch' | 'fatal'>;
}

/**
 * Opens and, unless `isSecond`, migrates the database. Throws an Error for a URL that is not a database's, and a
 * DatabaseError that names the file or server when it cannot be used: damaged, newer, locked, unreachable.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url, authToken, clock = systemClock(), isSecond = false, commits } = options;
  const path = databasePath(url);
  const executor = await (path === null
    ? connectTo({ url, authToken, clock })
    : whenFree(clock, () => openSqlite({ ...commits, path, clock, isSecond })));
  try {
    await refuseWithoutForeignKeys(executor);
    await (isSecond
      ? refuseUnmigrated(executor, MIGRATIONS)
      : migrate(executor, MIGRATIONS, clock));
    return createDatabase(executor);
  } catch (error) {
    await executor.close();
    const what = path === null ? `server ${new URL(url).host}` : `file ${path}`;
    const text = `database ${what}: ${messageOf(error)}`;
    throw new DatabaseError(faultOf(error) ?? 'other', text, error);
  }
}

/** Throws a DatabaseError when another process has changed the schema to one that this build cannot work with. */
export const refuseForeignSchema = (db: Pick<Executor, 'query'>): Promise<void> =>
  refuseUnmigrated(db, MIGRATIONS);

/** The client is loaded here because a start with a file does not need it. */
async function connectTo(options: LibsqlOptions): Promise<Executor> {
  if (!URL.canParse(options.url)) throw new Error('the database URL is not a valid URL');
  const { openLibsql } = await import('./libsql.ts');
  try {
    return openLibsql(options);
  } catch (error) {
    throw new Error(`the database URL is not accepted: ${messageOf(error)}`, { cause: error });
  }
}

/** A server decides this itself; without it, rows that should be deleted with their parent would stay unnoticed. */
async function refuseWithoutForeignKeys(executor: Executor): Promise<void> {
  const rows = await executor.query('PRAGMA foreign_keys', []);
  if (rows[0]?.[0] !== 1) throw new Error('foreign keys are not enforced');
}

export const MIGRATIONS: readonly Migration[] = [{ name: '0000_schema', sql: schema }];
