/**
 * The one that writes: this thread while commits are quick, a thread of its own while they would hold up the event
 * loop. Owns: the change from one to the other. Must never: let both write, or a write overtake an earlier one.
 */
import type { Database as Connection } from 'bun:sqlite';
import type { Clock } from '../shared/clock.ts';
import { systemStopwatch } from '../shared/clock.ts';
import type { DatabaseError, Row } from './client.ts';
import type { CommitPace } from './commit-pace.ts';
import { type CommitThread, startCommitThread } from './commit-thread.ts';
import { type Job, runJob, type Timed } from './jobs.ts';
import { setReadOnly } from './sqlite-connection.ts';
import type { Run } from './statements.ts';

export interface Writer {
  /** On disk when it returns or resolves. Throws or rejects with a DatabaseError or SQLite's own error. */
  write(job: Job): Row[][] | Promise<Row[][]>;
  /** Resolves when no thread has the file open any more. */
  close(): Promise<void>;
}

export interface WriterDeps {
  readonly path: string;
  /** The main thread's; it reads whatever happens. */
  readonly connection: Connection;
  readonly run: Run;
  readonly clock: Pick<Clock, 'steady'>;
  readonly pace: CommitPace;
  /** Told of each change. */
  readonly switched: (isThreaded: boolean) => void;
  /** The thread ended unasked: whether its last commit happened cannot be known here. */
  readonly fatal: (error: DatabaseError) => void;
}

/** After a thread could not be had. */
const NEXT_TRY_MS = 60_000;

export const createWriter = (deps: WriterDeps): Writer => new SwitchingWriter(deps);

class SwitchingWriter implements Writer {
  readonly #deps: WriterDeps;
  readonly #elapsed = systemStopwatch();
  /** Being started, or at work. */
  #thread: CommitThread | null = null;
  #isThreaded = false;
  #isClosed = false;
  #nextTryAt = 0;
  /** Threads that are no longer needed. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  write(job: Job): Row[][] | Promise<Row[][]> {
    if (this.#thread && this.#isThreaded) return this.#thread.run(job);
    const rows = runJob(this.#deps.run, job, this.#timed);
    if (this.#deps.pace.isSlow) this.#start();
    return rows;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
    await Promise.all(this.#leaving);
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
    this.#thread = startCommitThread({
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
      this.#dismiss();
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
    this.#dismiss();
    switched(false);
  }

  #dismiss(): void {
    const leaving = this.#thread?.close() ?? Promise.resolve();
    this.#thread = null;
    this.#leaving.add(leaving);
    void leaving.then(() => this.#leaving.delete(leaving));
  }
}
