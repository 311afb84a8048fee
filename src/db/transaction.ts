/** Runs a transaction on a libSQL server in one request. */
import { BatchCond, type RowsResult, type Stmt, type Stream } from '@libsql/hrana-client';
import type { CallEnd } from './kept-stream.ts';

/** How a transaction begins: the first waits for the write lock, the second sees one state and takes no lock. */
type TransactionStart = 'BEGIN IMMEDIATE' | 'BEGIN TRANSACTION READONLY';

/**
 * Runs all statements or none of them. It is one request, so that no transaction on the server waits for this process.
 * Rejects when the answer is missing or unexpected.
 */
export async function transact(
  stream: Stream,
  beginning: TransactionStart,
  statements: readonly Stmt[],
): Promise<CallEnd> {
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
function endOf(results: readonly PromiseSettledResult<RowsResult | undefined>[]): CallEnd {
  const values = results.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  const [rollback, commit] = [values.at(-1), values.at(-2)];
  if (commit) return { rows: values.slice(1, -2) as RowsResult[], isReusable: true };
  const failed = results.find((one) => one.status === 'rejected');
  const error = failed?.reason ?? new Error('the database server did not end the transaction');
  return { error, isReusable: values[0] === undefined || rollback !== undefined };
}
