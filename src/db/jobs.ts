/** Writing jobs, run to their end on one connection. */
import { DatabaseError, type DatabaseFault, faultOf, type Row, type Statement } from './client.ts';
import { asDatabaseError } from './faults.ts';
import { refuseUnstorable } from './parameters.ts';
import type { Run } from './statements.ts';

export interface Job {
  /** One or more; all of them happen or none. */
  readonly statements: readonly Statement[];
  /** Not in any transaction, such as a PRAGMA: a single statement then. */
  readonly isAlone: boolean;
}

/** Runs a commit and notes how long it took. */
export type Timed = <T>(commit: () => T) => T;

/** Rows of each statement, or why nothing of the job happened; can be sent to another thread. */
export type Outcome =
  | { readonly rows: Row[][] }
  | { readonly fault: DatabaseFault; readonly message: string };

export function runChecked(run: Run, { sql, params }: Statement): Row[] {
  refuseUnstorable(params);
  return run(sql, params);
}

/** Throws what SQLite throws, or a DatabaseError. */
export function runJob(run: Run, { statements, isAlone }: Job, timed: Timed): Row[][] {
  const [only, ...others] = statements;
  if (only === undefined) return [];
  if (isAlone) return [runChecked(run, only)];
  if (others.length === 0) return [timed(() => runChecked(run, only))];
  return inTransaction(run, 'BEGIN IMMEDIATE', timed, () =>
    statements.map((statement) => runChecked(run, statement)),
  );
}

/** Statements that only read, all of the same moment. */
export function runReads(run: Run, statements: readonly Statement[]): Row[][] {
  const untimed: Timed = (commit) => commit();
  return inTransaction(run, 'BEGIN', untimed, () =>
    statements.map((statement) => runChecked(run, statement)),
  );
}

/** Jobs in their order, with one commit where that is possible; each ends as it would have alone. */
export function runTogether(run: Run, jobs: readonly Job[], timed: Timed): Outcome[] {
  const alone = (job: Job) => outcomeOf(() => runJob(run, job, timed));
  if (jobs.length === 1) return jobs.map(alone);
  try {
    return inTransaction(run, 'BEGIN IMMEDIATE', timed, () =>
      jobs.map((job) => inSavepoint(run, job)),
    );
  } catch (error) {
    // What ends a transaction may have come from any of them. A file that is locked is locked for all.
    if (faultOf(asDatabaseError(error)) !== 'busy') return jobs.map(alone);
    return jobs.map(() => failed(error));
  }
}

export function rowsOf(outcome: Outcome): Row[][] {
  if ('rows' in outcome) return outcome.rows;
  throw new DatabaseError(outcome.fault, outcome.message);
}

function failed(error: unknown): Outcome {
  const { fault, message } = asDatabaseError(error);
  return { fault, message };
}

function outcomeOf(work: () => Row[][]): Outcome {
  try {
    return { rows: work() };
  } catch (error) {
    return failed(error);
  }
}

/** Throws when the whole transaction has ended with the job. */
function inSavepoint(run: Run, { statements }: Job): Outcome {
  run('SAVEPOINT job', []);
  const outcome = outcomeOf(() => statements.map((statement) => runChecked(run, statement)));
  if ('fault' in outcome) run('ROLLBACK TO job', []);
  run('RELEASE job', []);
  return outcome;
}

function inTransaction<T>(run: Run, begin: string, timed: Timed, work: () => T): T {
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

/** SQLite has ended some failed transactions already; the first error is the one for the caller. */
function rollBack(run: Run): void {
  try {
    run('ROLLBACK', []);
  } catch {}
}
