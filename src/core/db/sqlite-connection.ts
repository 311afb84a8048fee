import { Database as Connection } from 'bun:sqlite';
import { createFileIfMissing, refuseDamagedFile, refuseDamagedPages } from './sqlite-file.ts';
import { readValue } from './statements.ts';

/**
 * Opens the first connection to a file that no process has open, and creates the file when it is missing. Throws when
 * the file cannot be trusted.
 */
export function connectFirst(path: string): Connection {
  createFileIfMissing(path);
  refuseDamagedFile(path);
  return configureAndCheck(new Connection(path, { readwrite: true, create: true }), (connection) =>
    refuseDamagedPages(connection, path),
  );
}

/** Opens another connection while a process may have the file; it is neither created nor checked. */
export const connectBeside = (path: string): Connection =>
  configureAndCheck(new Connection(path, { readwrite: true }), () => {});

/** Passing `true` finalizes the statements; without it the file and its log stay open until they are collected. */
export const closeFile = (connection: Connection): void => connection.close(true);

/** While it is set, every write on this connection fails. */
export const setReadOnly = (connection: Connection, isReadOnly: boolean): void => {
  connection.run(`PRAGMA query_only = ${isReadOnly ? 'ON' : 'OFF'}`);
};

function configureAndCheck(
  connection: Connection,
  check: (connection: Connection) => void,
): Connection {
  try {
    configure(connection);
    check(connection);
    return connection;
  } catch (error) {
    closeFile(connection);
    throw error;
  }
}

/** A burst of messages goes to a few hundred pages of tables and indexes, which 2 MB, SQLite's own limit, do not hold. */
const CACHE_KB = 8 * 1024;

function configure(connection: Connection): void {
  // Waiting inside SQLite would stop the event loop; `whenFree` waits outside.
  connection.run('PRAGMA busy_timeout = 0');
  const mode = readValue(connection, 'PRAGMA journal_mode = WAL');
  if (mode !== 'wal') throw new Error(`the file system offers no write-ahead log (got ${mode})`);
  // A committed write survives a power cut, at the price of one fsync per commit.
  connection.run('PRAGMA synchronous = FULL');
  connection.run('PRAGMA foreign_keys = ON');
  connection.run(`PRAGMA cache_size = -${CACHE_KB}`);
  // A log that grew during a long read shrinks again at the next commit after a checkpoint.
  connection.run('PRAGMA journal_size_limit = 16777216');
}
