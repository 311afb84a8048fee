/** Finds out which writes of a refused commit are the reason, so that the others can be committed without them. */
import { faultOf, isPassing } from './client.ts';

interface RefusedCommit {
  readonly error: unknown;
  /** How many writes it had. */
  readonly writes: number;
  /** How many commits with them were refused, this one included. */
  readonly tries: number;
}

/** The writes of a commit fail when so many were refused although each could be done, because of other processes. */
const TRIES_MAX = 8;

/**
 * Returns what each write fails with; null for those to be committed again. `tryOut` runs each in a savepoint, as
 * `Executor.tryOut` does; if that fails, it is what all writes fail with.
 */
export async function findRefusals(
  { error, writes, tries }: RefusedCommit,
  tryOut: () => Promise<unknown[]>,
): Promise<unknown[]> {
  const forAll = (reason: unknown) => Array.from({ length: writes }, () => reason);
  if (writes === 1 || isPassing(faultOf(error))) return forAll(error);
  try {
    const errors = await tryOut();
    return tries < TRIES_MAX ? errors : errors.map((found) => found ?? error);
  } catch (reason) {
    return forAll(reason);
  }
}
