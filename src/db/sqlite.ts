/**
 * The executor over a file of this machine, through bun:sqlite. Calls on it run to their end inside one turn of the
 * event loop; so do writes, until the disk is too slow for that.
 */

import type { Database as Connection } from 'bun:sqlite';
import { type Clock, systemClock, systemStopwatch } from '../shared/clock.ts';
import { whenFree } from './busy.ts';
import type { DatabaseError, Executor, Row, Statement } from './client.ts';
import { type CommitPace, createCommitPace } from './commit-pace.ts';
import { CommitThread } from './commit-thread.ts';
import { effectOf } from './effect.ts';
import { asDatabaseError, closedError, naming } from './faults.ts';
import { type Job, runChecked, runJob, runReads, type Timed } from './jobs.ts';
import { closeFile, connectBeside, connectFirst, setReadOnly } from './sqlite-connection.ts';
import { CACHED_STATEMENTS, cacheStatements, type Run } from './statements.ts';

export interface SqliteOptions {
  readonly path: string;
  /** Paces the waits for a file that another process has locked. */
  readonly clock?: Clock;
  /** Another process may have the file: it is neither created nor checked as one that no process has open. */
  readonly asSecond?: boolean;
  /** Says when commits are too slow for the event loop; default: by how long they took. */
  readonly pace?: CommitPace;
  /** Called when commits move to a thread of their own, and when they come back. */
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
  const connection = naming(`database file ${path}`, () =>
    (asSecond ? connectBeside : connectFirst)(path),
  );
  const run = cacheStatements(connection, CACHED_STATEMENTS);
  const writer = new Writer({ path, connection, run, clock, pace, switched, fatal });
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

interface WriterDeps {
  readonly path: string;
  /** The main thread's; it reads whatever happens. */
  readonly connection: Connection;
  readonly run: Run;
  readonly clock: Pick<Clock, 'steady'>;
  readonly pace: CommitPace;
  /** Called on each change. */
  readonly switched: (isThreaded: boolean) => void;
  /** The thread ended unasked: whether its last commit happened cannot be known here. */
  readonly fatal: (error: DatabaseError) => void;
}

/** After a thread could not be had. */
const NEXT_TRY_MS = 60_000;

/** Commits on the thread that calls it, or on one of its own while the disk is slow. */
class Writer {
  readonly #deps: WriterDeps;
  readonly #elapsed = systemStopwatch();
  /** Being started, or at work. */
  #thread: CommitThread | null = null;
  #isThreaded = false;
  #isClosed = false;
  #nextTryAt = 0;
  /** Threads that are no longer needed. */
  readonly #closing = new Set<Promise<void>>();

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /** On disk when it returns or resolves. Throws or rejects with a DatabaseError or SQLite's own error. */
  write(job: Job): Row[][] | Promise<Row[][]> {
    if (this.#thread && this.#isThreaded) return this.#thread.run(job);
    const rows = runJob(this.#deps.run, job, this.#timed);
    if (this.#deps.pace.isSlow) this.#start();
    return rows;
  }

  /** Resolves when no thread has the file open any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
    await Promise.all(this.#closing);
  }

  readonly #timed: Timed = (commit) => {
    const from = this.#elapsed();
    const result = commit();
    this.#deps.pace.took(this.#elapsed() - from);
    return result;
  };

  #start(): void {
    const { path, clock, fatal } = this.#deps;
    if (this.#thread || this.#isClosed || clock.steady() < this.#nextTryAt) return;
    this.#thread = new CommitThread({
      path,
      opened: () => this.#opened(),
      refused: () => {
        this.#thread = null;
        this.#nextTryAt = clock.steady() + NEXT_TRY_MS;
      },
      answered: (commitMs) => this.#answered(commitMs),
      died: fatal,
    });
  }

  /** Writes on this thread end within their turn of the event loop, so none is under way now. */
  #opened(): void {
    const { connection, pace, switched } = this.#deps;
    if (!pace.isSlow) {
      this.#closeThread();
      return;
    }
    setReadOnly(connection, true);
    this.#isThreaded = true;
    switched(true);
  }

  #answered(commitMs: number | null): void {
    const { connection, pace, switched } = this.#deps;
    if (commitMs !== null) pace.took(commitMs);
    // Only in between two groups: whatever the thread was given has been answered, and it gets nothing more.
    if (pace.isSlow || this.#isClosed || !this.#thread?.isIdle) return;
    setReadOnly(connection, false);
    this.#isThreaded = false;
    this.#closeThread();
    switched(false);
  }

  #closeThread(): void {
    const closing = this.#thread?.close() ?? Promise.resolve();
    this.#thread = null;
    this.#closing.add(closing);
    void closing.then(() => this.#closing.delete(closing));
  }
}
