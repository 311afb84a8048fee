/**
 * The executor over a file of this machine, through bun:sqlite.
 * Owns: the one connection, its pragmas and its transactions. Calls run to their end inside one turn
 * of the event loop, so transactions cannot interleave. Must never: be opened twice on a file by a process.
 */
import { Database as Connection } from 'bun:sqlite';
import { type Clock, systemClock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import { whenFree } from './busy.ts';
import { DatabaseError, type Executor, type Row, type Statement } from './client.ts';
import { closedError, codeOf, sqliteFault } from './faults.ts';
import { refuseUnstorable } from './parameters.ts';
import { createFileIfMissing, refuseDamagedFile, refuseDamagedPages } from './sqlite-file.ts';
import { keepStatements, type Run, readValue } from './statements.ts';

const KEPT_STATEMENTS = 500;

export interface SqliteOptions {
  readonly path: string;
  /** Paces the waits for a file that another process has locked. */
  readonly clock?: Clock;
  /** Another process may have the file: it is neither created nor looked at as one that nobody has open. */
  readonly asSecond?: boolean;
}

/**
 * Opens or creates the file. Throws DatabaseError when it is damaged, not a database, or locked
 * by another process (`busy`: opening may be tried again).
 */
export function openSqlite(options: SqliteOptions): Executor {
  const { path, clock = systemClock(), asSecond = false } = options;
  const connection = naming(path, () => (asSecond ? connectAsSecond(path) : connect(path)));
  const run = keepStatements(connection, KEPT_STATEMENTS);
  let closed = false;

  const attempt = <T>(work: () => T): Promise<T> =>
    whenFree(clock, () => {
      if (closed) throw closedError();
      try {
        return work();
      } catch (error) {
        throw asDatabaseError(error);
      }
    });

  return {
    query: (sql, params) => attempt(() => runChecked(run, { sql, params })),
    batch: (list) => attempt(() => runAtomically(run, list)),
    async close() {
      if (closed) return;
      closed = true;
      closeFile(connection);
    },
  };
}

function runChecked(run: Run, { sql, params }: Statement): Row[] {
  refuseUnstorable(params);
  return run(sql, params);
}

function runAtomically(run: Run, list: readonly Statement[]): Row[][] {
  if (list.length === 0) return [];
  run('BEGIN IMMEDIATE', []);
  try {
    const rows = list.map((statement) => runChecked(run, statement));
    run('COMMIT', []);
    return rows;
  } catch (error) {
    rollBack(run);
    throw error;
  }
}

/** SQLite has ended some failed transactions already; what went wrong first is what the caller must hear. */
function rollBack(run: Run): void {
  try {
    run('ROLLBACK', []);
  } catch {}
}

/** `true` finalizes the statements; without it the file and its log stay until they are collected. */
const closeFile = (connection: Connection): void => connection.close(true);

function connect(path: string): Connection {
  createFileIfMissing(path);
  refuseDamagedFile(path);
  const connection = new Connection(path, { readwrite: true, create: true });
  try {
    configure(connection);
    refuseDamagedPages(connection, path);
    return connection;
  } catch (error) {
    closeFile(connection);
    throw error;
  }
}

function connectAsSecond(path: string): Connection {
  const connection = new Connection(path, { readwrite: true });
  try {
    configure(connection);
    return connection;
  } catch (error) {
    closeFile(connection);
    throw error;
  }
}

function configure(connection: Connection): void {
  // Waiting inside SQLite would stop the event loop; whenFree waits outside.
  connection.run('PRAGMA busy_timeout = 0');
  const mode = readValue(connection, 'PRAGMA journal_mode = WAL');
  if (mode !== 'wal') throw new Error(`the file system offers no write-ahead log (got ${mode})`);
  // An answered write survives a power cut, at the price of one fsync per commit.
  connection.run('PRAGMA synchronous = FULL');
  connection.run('PRAGMA foreign_keys = ON');
  // A log that a long reader made large shrinks again at the next commit after a checkpoint.
  connection.run('PRAGMA journal_size_limit = 16777216');
}

function naming<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { fault, message } = asDatabaseError(error);
    throw new DatabaseError(fault, `database file ${path}: ${message}`, error);
  }
}

function asDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const message = messageOf(error);
  return new DatabaseError(sqliteFault(codeOf(error), message), message, error);
}
