/** A message and the keys that opened it, on disk in one commit. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { BatchItem } from 'drizzle-orm/batch';

export interface JoinedStatement {
  readonly statement: BatchItem<'sqlite'>;
  /** On disk; `rows` is what the statement returned. */
  written(rows: unknown): void;
}

interface Step {
  passenger: JoinedStatement | null;
}

const steps = new AsyncLocalStorage<Step>();

/** `work` ends with a write of keys; what boards within it goes along. */
export function inKeyTransaction<T>(work: () => Promise<T>): Promise<T> {
  return steps.run({ passenger: null }, work);
}

/** To be called within `inKeyTransaction`. */
export function joinTransaction(passenger: JoinedStatement): void {
  const step = steps.getStore();
  if (step) step.passenger = passenger;
}

/** Runs `write` with the statements that have joined the present step. If it fails they stay for another try. */
export async function writeWithJoined(
  write: (passengers: readonly BatchItem<'sqlite'>[]) => Promise<readonly unknown[]>,
): Promise<void> {
  const step = steps.getStore();
  const passenger = step?.passenger ?? null;
  const [rows] = await write(passenger === null ? [] : [passenger.statement]);
  if (step) step.passenger = null;
  passenger?.written(rows);
}
