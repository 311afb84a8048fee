/** Maps SQLite's result codes to the faults of the database port. */

import { Backoff } from '../shared/async/repeat.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { codeOf, messageOf } from '../shared/errors.ts';
import { DatabaseError, type DatabaseFault, faultOf, isPassing } from './client.ts';

/**
 * Codes of writes that the file system refused for lack of room: no space, a quota, or no room for the shared index.
 */
const NO_ROOM = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
  'ENOSPC',
  'EDQUOT',
]);

/**
 * Returns the fault of a code. `code` is SQLite's name of the result, such as `SQLITE_CONSTRAINT_UNIQUE` or, from a
 * server, `SQLITE_CONSTRAINT`; for a local file it can also be the system's, such as `ENOSPC`.
 */
export function sqliteFault(code: string, message: string): DatabaseFault {
  if (code.startsWith('SQLITE_CONSTRAINT')) {
    // A server names the constraint only in the message; SQLite words primary keys as UNIQUE too.
    return message.includes('UNIQUE constraint failed') ? 'unique' : 'constraint';
  }
  if (code.startsWith('SQLITE_BUSY')) return 'busy';
  return NO_ROOM.has(code) ? 'full' : 'other';
}

export const closedError = (): DatabaseError =>
  new DatabaseError('other', 'the database is closed');

/** Returns an error of SQLite as a DatabaseError. */
export function asDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const message = messageOf(error);
  return new DatabaseError(sqliteFault(codeOf(error), message), message, error);
}

/** Runs `work`. An error of SQLite becomes a DatabaseError whose message begins with `what`. */
export function prefixFaults<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { fault, message } = asDatabaseError(error);
    throw new DatabaseError(fault, `${what}: ${message}`, error);
  }
}

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 100;
const PATIENCE_MS = 5_000;

/** Runs `work`, and repeats it after pauses while it fails as `busy`. After 5 s of pauses the failure is final. */
export async function whenFree<T>(clock: Clock, work: () => T | Promise<T>): Promise<T> {
  // It is created only when needed, because nearly every call succeeds at once.
  let backoff: Backoff | null = null;
  for (let pausedMs = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      if (faultOf(error) !== 'busy' || pausedMs >= PATIENCE_MS) throw error;
    }
    backoff ??= new Backoff({ firstMs: FIRST_PAUSE_MS, maxMs: LONGEST_PAUSE_MS });
    const pauseMs = backoff.next();
    await sleep(clock, pauseMs);
    pausedMs += pauseMs;
  }
}

// Finds out which writes of a refused commit are the reason, so that the others can be committed without them.

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
