/**
 * The executor for a local file, with bun:sqlite. Calls run to their end inside one turn of the event loop; so do
 * writes, until the disk is too slow for that.
 */

import type { Database as Connection } from 'bun:sqlite';
import { type Clock, systemClock, systemStopwatch } from '../shared/clock.ts';
import { leaveUnhandled } from '../shared/unhandled-faults.ts';
import {
  type CommitPace,
  type DatabaseError,
  type Executor,
  effectOf,
  type Row,
  type Statement,
} from './client.ts';
import { createCommitPace } from './commit-pace.ts';
import { CommitThread } from './commit-thread.ts';
import { asDatabaseError, closedError, prefixFaults, whenFree } from './faults.ts';
import {
  errorsOf,
  type Job,
  runChecked,
  runJob,
  runReads,
  type TimeCommit,
  trialOf,
} from './jobs.ts';
import { closeFile, connectBeside, connectFirst, setReadOnly } from './sqlite-connection.ts';
import { CACHED_STATEMENTS, cacheStatements, type Run } from './statements.ts';

export interface SqliteOptions {
  readonly path: string;
  /** Times the waits for a file that another process has locked. */
  readonly clock?: Clock;
  /** Whether another process may have the file: it is then neither created nor checked. */
  readonly isSecond?: boolean;
  /** Decides when commits are too slow for the event loop; by default from how long they took. */
  readonly pace?: CommitPace;
  /** Called when commits move to their own thread, and when they come back. */
  readonly onSwitch?: (isThreaded: boolean) => void;
  /** Called when the thread of the commits ended unexpectedly; by default an uncaught error is thrown. */
  readonly fatal?: (error: DatabaseError) => void;
}

/**
 * Opens or creates the file. Throws DatabaseError when it is damaged, not a database, or locked by another process
 * (`busy`: it can be tried again).
 */
export function openSqlite(options: SqliteOptions): Executor {
  const { path, clock = systemClock(), pace = createCommitPace(clock) } = options;
  const { isSecond = false, onSwitch = () => {}, fatal = leaveUnhandled } = options;
  const connection = prefixFaults(`database file ${path}`, () =>
    (isSecond ? connectBeside : connectFirst)(path),
  );
  const run = cacheStatements(connection, CACHED_STATEMENTS);
  const writer = new Writer({ path, connection, run, clock, pace, onSwitch, fatal });
  let isClosed = false;

  const attempt = <T>(work: () => T | Promise<T>): Promise<T> =>
    whenFree(clock, () => {
      if (isClosed) throw closedError();
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
    tryOut: (writes) =>
      attempt(() => {
        const tried = writer.write(trialOf(writes));
        return tried instanceof Promise ? tried.then(errorsOf) : errorsOf(tried);
      }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await writer.close();
      closeFile(connection);
    },
  };
}

const firstOf = ([rows = []]: Row[][]): Row[] => rows;

interface WriterDeps {
  readonly path: string;
  /** The main thread's connection, which is always used for reading. */
  readonly connection: Connection;
  readonly run: Run;
  readonly clock: Pick<Clock, 'steady'>;
  readonly pace: CommitPace;
  /** Called on each change. */
  readonly onSwitch: (isThreaded: boolean) => void;
  /** Called when the thread ended unexpectedly: whether its last commit was done cannot be known here. */
  readonly fatal: (error: DatabaseError) => void;
}

/** The pause after a thread could not be started. */
const NEXT_TRY_MS = 60_000;

/** Commits on the calling thread, or on its own thread while the disk is slow. */
class Writer {
  readonly #deps: WriterDeps;
  readonly #elapsed = systemStopwatch();
  /** The thread while it starts or works. */
  #thread: CommitThread | null = null;
  #isThreaded = false;
  #isClosed = false;
  #nextTryAt = 0;
  /** Threads that are being closed. */
  readonly #closing = new Set<Promise<void>>();

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /**
   * Writes a job, which is on disk when this returns or resolves. Throws or rejects with a DatabaseError or SQLite's
   * own error.
   */
  write(job: Job): Row[][] | Promise<Row[][]> {
    if (this.#thread && this.#isThreaded) return this.#thread.run(job);
    const rows = runJob(this.#deps.run, job, this.#timed);
    if (this.#deps.pace.isSlow) this.#start();
    return rows;
  }

  /** Resolves when no thread has the file open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
    await Promise.all(this.#closing);
  }

  readonly #timed: TimeCommit = (commit) => {
    const from = this.#elapsed();
    const result = commit();
    this.#deps.pace.record(this.#elapsed() - from);
    return result;
  };

  #start(): void {
    const { path, clock, fatal } = this.#deps;
    if (this.#thread || this.#isClosed || clock.steady() < this.#nextTryAt) return;
    this.#thread = new CommitThread({
      path,
      onOpened: () => this.#handleOpened(),
      onRefused: () => {
        this.#thread = null;
        this.#nextTryAt = clock.steady() + NEXT_TRY_MS;
      },
      onAnswered: (commitMs) => this.#handleAnswered(commitMs),
      died: fatal,
    });
  }

  /** Writes on this thread end within their turn of the event loop, so none is running here. */
  #handleOpened(): void {
    const { connection, pace, onSwitch } = this.#deps;
    if (!pace.isSlow) {
      this.#closeThread();
      return;
    }
    setReadOnly(connection, true);
    this.#isThreaded = true;
    onSwitch(true);
  }

  #handleAnswered(commitMs: number | null): void {
    const { connection, pace, onSwitch } = this.#deps;
    if (commitMs !== null) pace.record(commitMs);
    // This happens only between two groups: the thread has answered everything and gets nothing more.
    if (pace.isSlow || this.#isClosed || !this.#thread?.isIdle) return;
    setReadOnly(connection, false);
    this.#isThreaded = false;
    this.#closeThread();
    onSwitch(false);
  }

  #closeThread(): void {
    const closing = this.#thread?.close() ?? Promise.resolve();
    this.#thread = null;
    this.#closing.add(closing);
    void closing.then(() => this.#closing.delete(closing));
  }
}
