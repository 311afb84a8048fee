/**
 * The executor over a file of this machine, through bun:sqlite.
 * Owns: the connection that reads. Calls on it run to their end inside one turn of the event loop; so do writes,
 * until the disk is too slow for that. Must never: be opened twice on a file by a process.
 */
import { type Clock, systemClock } from '../shared/clock.ts';
import { whenFree } from './busy.ts';
import { DatabaseError, type Executor, type Row, type Statement } from './client.ts';
import { type CommitPace, createCommitPace } from './commit-pace.ts';
import { effectOf } from './effect.ts';
import { asDatabaseError, closedError } from './faults.ts';
import { runChecked, runReads } from './jobs.ts';
import { closeFile, connectBeside, connectFirst } from './sqlite-connection.ts';
import { KEPT_STATEMENTS, keepStatements } from './statements.ts';
import { createWriter } from './writer.ts';

export interface SqliteOptions {
  readonly path: string;
  /** Paces the waits for a file that another process has locked. */
  readonly clock?: Clock;
  /** Another process may have the file: it is neither created nor looked at as one that nobody has open. */
  readonly asSecond?: boolean;
  /** Says when commits are too slow for the event loop; default: by how long they took. */
  readonly pace?: CommitPace;
  /** Told when commits move to a thread of their own, and when they come back. */
  readonly switched?: (isThreaded: boolean) => void;
  /** The thread of the commits ended unasked; default: an uncaught error. */
  readonly fatal?: (error: DatabaseError) => void;
}

/**
 * Opens or creates the file. Throws DatabaseError when it is damaged, not a database, or locked
 * by another process (`busy`: opening may be tried again).
 */
export function openSqlite(options: SqliteOptions): Executor {
  const { path, clock = systemClock(), pace = createCommitPace(clock) } = options;
  const { asSecond = false, switched = () => {}, fatal = throwUncaught } = options;
  const connection = naming(path, () => (asSecond ? connectBeside : connectFirst)(path));
  const run = keepStatements(connection, KEPT_STATEMENTS);
  const writer = createWriter({ path, connection, run, clock, pace, switched, fatal });
  let closed = false;

  const attempt = <T>(work: () => T | Promise<T>): Promise<T> =>
    whenFree(clock, () => {
      if (closed) throw closedError();
      try {
        return work();
      } catch (error) {
        throw asDatabaseError(error);
      }
    });
  const write = (statement: Statement, isAlone: boolean): Row[] | Promise<Row[]> => {
    const written = writer.write({ statements: [statement], isAlone });
    return written instanceof Promise ? written.then(firstOf) : firstOf(written);
  };

  return {
    query: (sql, params) =>
      attempt(() => {
        const effect = effectOf(sql);
        const statement = { sql, params };
        return effect === 'read'
          ? runChecked(run, statement)
          : write(statement, effect === 'alone');
      }),
    batch: (statements) =>
      attempt(() => {
        if (statements.every(({ sql }) => effectOf(sql) === 'read'))
          return runReads(run, statements);
        return writer.write({ statements, isAlone: false });
      }),
    async close() {
      if (closed) return;
      closed = true;
      await writer.close();
      closeFile(connection);
    },
  };
}

const firstOf = ([rows = []]: Row[][]): Row[] => rows;

function throwUncaught(error: DatabaseError): void {
  queueMicrotask(() => {
    throw error;
  });
}

function naming<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { fault, message } = asDatabaseError(error);
    throw new DatabaseError(fault, `database file ${path}: ${message}`, error);
  }
}
