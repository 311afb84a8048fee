/**
 * What each failure of a start means to the operator. Owns: the table from failure to line and exit code.
 */
import type { Settings } from '../config.ts';
import { DatabaseError, type DatabaseFault } from '../db/client.ts';
import { DatabaseLockedError } from '../db/lock.ts';
import { EXIT, StartRefused } from './refusal.ts';

/** Others, such as a damaged file or one of a newer version, stay until somebody acts. */
const MAY_PASS: ReadonlySet<DatabaseFault> = new Set(['busy', 'full', 'unreachable']);

/** The refusal behind anything thrown while starting, or null when it is a fault of the product. */
export function refusalOf(error: unknown, settings: Settings): StartRefused | null {
  if (error instanceof StartRefused) return error;
  if (error instanceof DatabaseLockedError) {
    return new StartRefused(error.message, EXIT.unavailable);
  }
  if (error instanceof DatabaseError) {
    return new StartRefused(
      error.message,
      MAY_PASS.has(error.fault) ? EXIT.unavailable : undefined,
    );
  }
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
    ? listenRefusal(error, settings)
    : null;
}

function listenRefusal(error: Error & { code?: unknown }, settings: Settings): StartRefused {
  const { host, port } = settings;
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartRefused(`PORT ${port} is taken by another process`, EXIT.unavailable);
    case 'EACCES':
      return new StartRefused(`PORT ${port} may not be used by this user; choose one from 1024 up`);
    default:
      return new StartRefused(`HOST "${host}" is not an address of this machine`);
  }
}
