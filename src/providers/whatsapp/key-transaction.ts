/** A message and the keys that opened it, on disk in one commit. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { BatchItem } from 'drizzle-orm/batch';

/** Runs by itself when it is awaited, as often as that is, or as part of a transaction. */
export type RunnableStatement = BatchItem<'sqlite'> & PromiseLike<readonly unknown[]>;

export interface JoinedStatement {
  readonly statement: RunnableStatement;
  /** On disk; `rows` is what the statement returned. */
  written(rows: unknown): void;
}

interface Step {
  joined: JoinedStatement | null;
}

const steps = new AsyncLocalStorage<Step>();

/** `work` ends with a write of keys; a statement that joins within it is written in the same transaction. */
export function inKeyTransaction<T>(work: () => Promise<T>): Promise<T> {
  return steps.run({ joined: null }, work);
}

/** To be called within `inKeyTransaction`. */
export function joinTransaction(statement: JoinedStatement): void {
  const step = steps.getStore();
  if (step) step.joined = statement;
}

/** Runs `write` with the statements that have joined the present step. If it fails they stay for another try. */
export async function writeWithJoined(
  write: (statements: readonly BatchItem<'sqlite'>[]) => Promise<readonly unknown[]>,
): Promise<void> {
  const step = steps.getStore();
  const joined = step?.joined ?? null;
  const [rows] = await write(joined === null ? [] : [joined.statement]);
  if (step) step.joined = null;
  joined?.written(rows);
}
