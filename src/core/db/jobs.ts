/** Runs writing jobs on one connection. */
import {
  DatabaseError,
  type DatabaseFault,
  faultOf,
  ownErrors,
  type Row,
  type Statement,
} from './client.ts';
import { asDatabaseError } from './faults.ts';
import { refuseUnstorable } from './parameters.ts';
import type { Run } from './statements.ts';

export interface Job {
  /** One or more statements that are done together in one transaction. */
  readonly statements: readonly Statement[];
  /** Whether it runs outside of transactions, such as a PRAGMA; it is then a single statement. */
  readonly isAlone: boolean;
  /** If set, the writes that its statements belong to, by their sizes: they are only tried out. */
  readonly tryOut?: readonly number[];
}

/** Runs a commit and records how long it took. */
export type TimeCommit = <T>(commit: () => T) => T;

/** The rows of each statement, or the error of the job, of which nothing was done; it can be sent to another thread. */
export type Outcome =
  | { readonly rows: Row[][] }
  | { readonly fault: DatabaseFault; readonly message: string };

export function runChecked(run: Run, { sql, params }: Statement): Row[] {
  refuseUnstorable(params);
  return run(sql, params);
}

/** Runs a job. Throws SQLite's errors or a DatabaseError. */
export function runJob(run: Run, job: Job, timed: TimeCommit): Row[][] {
  const { statements, isAlone } = job;
  if (job.tryOut) return tryOut(run, statements, job.tryOut);
  const [only, ...others] = statements;
  if (only === undefined) return [];
  if (isAlone) return [runChecked(run, only)];
  if (others.length === 0) return [timed(() => runChecked(run, only))];
  return inTransaction(run, 'BEGIN IMMEDIATE', timed, () =>
    statements.map((statement) => runChecked(run, statement)),
  );
}

/** Runs writes of these sizes and undoes them. Returns one row for each that fails: its fault and its message. */
function tryOut(run: Run, statements: readonly Statement[], sizes: readonly number[]): Row[][] {
  run('BEGIN IMMEDIATE', []);
  try {
    let from = 0;
    return sizes.map((size) => {
      const write = statements.slice(from, from + size);
      from += size;
      const outcome = inSavepoint(run, { statements: write, isAlone: false });
      return 'fault' in outcome ? [[outcome.fault, outcome.message]] : [];
    });
  } finally {
    rollBack(run);
  }
}

export const trialOf = (writes: readonly (readonly Statement[])[]): Job => ({
  statements: writes.flat(),
  isAlone: true,
  tryOut: writes.map(({ length }) => length),
});

/** Returns the errors that a job with `tryOut` has found. */
export const errorsOf = (rows: readonly Row[][]): (DatabaseError | null)[] =>
  ownErrors(
    rows.map(([failure]) =>
      failure ? new DatabaseError(failure[0] as DatabaseFault, String(failure[1])) : null,
    ),
  );

/** Runs statements that only read, all at the same state of the database. */
export function runReads(run: Run, statements: readonly Statement[]): Row[][] {
  const runUntimed: TimeCommit = (commit) => commit();
  return inTransaction(run, 'BEGIN', runUntimed, () =>
    statements.map((statement) => runChecked(run, statement)),
  );
}

/** Runs jobs in order, with one commit if possible. Each has the result that it would have alone. */
export function runTogether(run: Run, jobs: readonly Job[], timed: TimeCommit): Outcome[] {
  const alone = (job: Job) => outcomeOf(() => runJob(run, job, timed));
  if (jobs.length === 1) return jobs.map(alone);
  try {
    return inTransaction(run, 'BEGIN IMMEDIATE', timed, () =>
      jobs.map((job) => inSavepoint(run, job)),
    );
  } catch (error) {
    // Any of the jobs may have ended the transaction. A locked file is locked for all.
    if (faultOf(asDatabaseError(error)) !== 'busy') return jobs.map(alone);
    return jobs.map(() => failedOutcome(error));
  }
}

export function rowsOf(outcome: Outcome): Row[][] {
  if ('rows' in outcome) return outcome.rows;
  throw new DatabaseError(outcome.fault, outcome.message);
}

function failedOutcome(error: unknown): Outcome {
  const { fault, message } = asDatabaseError(error);
  return { fault, message };
}

function outcomeOf(work: () => Row[][]): Outcome {
  try {
    return { rows: work() };
  } catch (error) {
    return failedOutcome(error);
  }
}

/** Throws when the job has ended the whole transaction. */
function inSavepoint(run: Run, { statements }: Job): Outcome {
  run('SAVEPOINT job', []);
  const outcome = outcomeOf(() => statements.map((statement) => runChecked(run, statement)));
  if ('fault' in outcome) run('ROLLBACK TO job', []);
  run('RELEASE job', []);
  return outcome;
}

function inTransaction<T>(run: Run, begin: string, timed: TimeCommit, work: () => T): T {
  run(begin, []);
  try {
    const result = work();
    timed(() => run('COMMIT', []));
    return result;
  } catch (error) {
    rollBack(run);
    throw error;
  }
}

/** SQLite ends some failed transactions itself; the caller gets the first error. */
function rollBack(run: Run): void {
  try {
    run('ROLLBACK', []);
  } catch {}
}
