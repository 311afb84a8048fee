/**
 * What each failure of a start means to the operator. Owns: the table from failure to line and exit code.
 */
import type { Settings } from '../config.ts';
import { type DatabaseError, databaseErrorIn, isPassing } from '../db/client.ts';
import { sqliteFault } from '../db/faults.ts';
import { DatabaseLockedError } from '../db/lock.ts';
import { databasePath } from '../db/open.ts';
import { accessAdvice, innermostCode } from './file-access.ts';
import { EXIT, StartRefused } from './refusal.ts';

/** The refusal behind anything thrown while starting, or null when it is a fault of the product. */
export function refusalOf(error: unknown, settings: Settings): StartRefused | null {
  if (error instanceof DatabaseLockedError) {
    return new StartRefused(error.message, EXIT.unavailable);
  }
  if (error instanceof StartRefused) return fileRefusal(error, settings);
  const fault = databaseErrorIn(error);
  if (fault) return databaseRefusal(fault, settings);
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
    ? listenRefusal(error, settings)
    : null;
}

/** The refusal itself; where a full disk is behind it, trying later helps. */
function fileRefusal(refusal: StartRefused, settings: Settings): StartRefused {
  const { message, cause, exitCode } = refusal;
  const isFull = sqliteFault(innermostCode(cause), message) === 'full';
  return new StartRefused(advised(message, cause, settings), isFull ? EXIT.unavailable : exitCode);
}

/** What may pass by itself is worth another start; a damaged file or one of a newer version is not. */
function databaseRefusal(error: DatabaseError, settings: Settings): StartRefused {
  const { fault, message } = error;
  if (fault === 'unauthorized') return new StartRefused(tokenLine(settings));
  if (fault === 'full') {
    const line = `the disk of the ${databaseName(settings)} is full (${message})`;
    return new StartRefused(line, EXIT.unavailable);
  }
  if (isPassing(fault)) return new StartRefused(message, EXIT.unavailable);
  return new StartRefused(advised(message, error, settings));
}

function advised(message: string, cause: unknown, settings: Settings): string {
  const advice = accessAdvice(cause, settings);
  return advice === null ? message : `${message}; ${advice}`;
}

function tokenLine(settings: Settings): string {
  const { databaseAuthToken: token } = settings;
  const name = databaseName(settings);
  if (token === null) return `DATABASE_AUTH_TOKEN is not set, and the ${name} asks for one`;
  return `DATABASE_AUTH_TOKEN is ******** (${token.length} characters); the ${name} does not accept it, or not for writing`;
}

function databaseName({ databaseUrl }: Settings): string {
  const path = databasePath(databaseUrl);
  return path === null ? `database server ${new URL(databaseUrl).host}` : `database file ${path}`;
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
