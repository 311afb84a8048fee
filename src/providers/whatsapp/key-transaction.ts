/** A message and the keys that opened it, on disk in one commit. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { BatchItem } from 'drizzle-orm/batch';
import type { RunnableStatement } from '../../messages/inbox.ts';

export interface JoinedStatement {
  readonly statement: RunnableStatement;
  /** On disk; `rows` is what the statement returned. */
  written(rows: unknown): void;
  /** It will not be written, and neither will the keys. May be called more than once. */
  dropped(): void;
}

interface Step {
  joined: readonly JoinedStatement[];
}

const steps = new AsyncLocalStorage<Step>();

/** `work` ends with a write of keys; `joined` and what joins within it are written in the same transaction. */
export function inKeyTransaction<T>(
  work: () => Promise<T>,
  joined: readonly JoinedStatement[] = [],
): Promise<T> {
  return steps.run({ joined }, work);
}

/** To be called within `inKeyTransaction`. */
export function joinTransaction(statement: JoinedStatement): void {
  const step = steps.getStore();
  if (step) step.joined = [...step.joined, statement];
}

/** What has joined the present step and is not written, for another transaction. */
export function takeJoined(): readonly JoinedStatement[] {
  const step = steps.getStore();
  const joined = step?.joined ?? [];
  if (step) step.joined = [];
  return joined;
}

/** Runs `write` with the statements that have joined the present step. If it fails they stay for another try. */
export async function writeWithJoined(
  write: (statements: readonly BatchItem<'sqlite'>[]) => Promise<readonly unknown[]>,
): Promise<void> {
  const step = steps.getStore();
  const joined = step?.joined ?? [];
  const rows = await write(joined.map(({ statement }) => statement));
  if (step) step.joined = [];
  for (const [index, { written }] of joined.entries()) written(rows[index]);
}
