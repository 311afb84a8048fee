/** Maps SQLite's result codes to the faults of the database port. */
import { codeOf, messageOf } from '../shared/errors.ts';
import { DatabaseError, type DatabaseFault } from './client.ts';

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
