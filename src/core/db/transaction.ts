/** Runs a transaction on a libSQL server in one request, so that none waits there for this process. */
import {
  BatchCond,
  type BatchStep,
  type RowsResult,
  type Stmt,
  type Stream,
} from '@libsql/hrana-client';
import type { CallEnd } from './kept-stream.ts';

/** How a transaction begins: the first waits for the write lock, the second sees one state and takes no lock. */
type TransactionStart = 'BEGIN IMMEDIATE' | 'BEGIN TRANSACTION READONLY';

/** Runs all statements or none of them. Rejects when the answer is missing or unexpected. */
export async function transact(
  stream: Stream,
  beginning: TransactionStart,
  statements: readonly Stmt[],
): Promise<CallEnd<RowsResult[]>> {
  const batch = stream.batch(false);
  const begin = batch.step();
  const answers = [begin.query(beginning)];
  let last = begin;
  const addStep = (statement: Stmt | 'COMMIT') => {
    const step = batch.step().condition(BatchCond.ok(last));
    answers.push(step.query(statement));
    last = step;
  };
  for (const statement of statements) addStep(statement);
  addStep('COMMIT');
  const isOpen = BatchCond.and(batch, [BatchCond.ok(begin), BatchCond.not(BatchCond.ok(last))]);
  answers.push(batch.step().condition(isOpen).query('ROLLBACK'));
  // This is created before the answer arrives, because an unhandled rejection ends the process.
  const settled = Promise.allSettled(answers);
  await batch.execute();
  return endOf(await settled);
}

/** `results` are those of BEGIN, the statements, COMMIT and ROLLBACK; those that were skipped have no value. */
function endOf(
  results: readonly PromiseSettledResult<RowsResult | undefined>[],
): CallEnd<RowsResult[]> {
  const values = results.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  const [rollback, commit] = [values.at(-1), values.at(-2)];
  if (commit) return { result: values.slice(1, -2) as RowsResult[], isReusable: true };
  const failed = results.find((one) => one.status === 'rejected');
  const error = failed?.reason ?? new Error('the database server did not end the transaction');
  return { error, isReusable: values[0] === undefined || rollback !== undefined };
}

/**
 * Runs writes in order, each as a whole or not at all, and undoes all of it. Returns the error of each; null for those
 * that can be done. Fails if one has ended the transaction. Rejects when the answer is missing or unexpected.
 */
export async function tryOut(
  stream: Stream,
  writes: readonly (readonly Stmt[])[],
): Promise<CallEnd<unknown[]>> {
  const batch = stream.batch(false);
  const answers: Promise<unknown>[] = [];
  const add = (statement: Stmt | string, ...conditions: BatchCond[]) => {
    const step = batch.step();
    for (const condition of conditions) step.condition(condition);
    answers.push(step.run(statement));
    return step;
  };
  const { ok, not, or } = BatchCond;
  const begin = add('BEGIN IMMEDIATE');
  let end: BatchStep = begin;
  const ends = writes.map((statements) => {
    const savepoint = add('SAVEPOINT tried', ok(end));
    let last = savepoint;
    for (const statement of statements) last = add(statement, ok(last));
    // It fails if the transaction has ended, and then nothing more is run: it would be kept.
    const undo = add('ROLLBACK TO tried', ok(savepoint), not(ok(last)));
    end = add('RELEASE tried', or(batch, [ok(last), ok(undo)]));
    return answers.length;
  });
  add('ROLLBACK', ok(begin));
  // This is created before the answer arrives, because an unhandled rejection ends the process.
  const settled = Promise.allSettled(answers);
  await batch.execute();
  return trialOf(await settled, ends);
}

/** `ends` says where the results of each write end. */
function trialOf(
  results: readonly PromiseSettledResult<unknown>[],
  ends: readonly number[],
): CallEnd<unknown[]> {
  const isDone = (one: PromiseSettledResult<unknown> | undefined) =>
    one?.status === 'fulfilled' && one.value !== undefined;
  const errorIn = (some: typeof results): unknown =>
    some.find((one) => one.status === 'rejected')?.reason ?? null;
  const isUndone = isDone(results.at(-1));
  if (isUndone && isDone(results.at(-2)))
    return {
      result: ends.map((end, index) => errorIn(results.slice(ends[index - 1] ?? 1, end))),
      isReusable: true,
    };
  const error = errorIn(results) ?? new Error('the database server did not end the transaction');
  return { error, isReusable: isUndone || !isDone(results[0]) };
}
