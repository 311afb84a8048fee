/** Maps errors of the Hrana client of a libSQL server to the faults of the database port. */
import {
  ClientError,
  ClosedError,
  HttpServerError,
  ResponseError,
  WebSocketError,
} from '@libsql/hrana-client';
import { codeOf, isUnsent, messageOf } from '../shared/errors.ts';
import { DatabaseError, type DatabaseFault } from './client.ts';
import { sqliteFault } from './faults.ts';

/** Returns an error of a call to the server as a DatabaseError. */
export function hranaError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const fault = faultOfHrana(error);
  const isUnknown = fault === 'unreachable' && !isUnconnected(error);
  return new DatabaseError(fault, messageOf(error), error, { isUnknown });
}

/** The WebSocket reports it only in words. */
const isUnconnected = (error: unknown): boolean =>
  isUnsent(error) || messageOf(error).endsWith('Failed to connect');

function faultOfHrana(error: unknown): DatabaseFault {
  if (error instanceof ResponseError) {
    const { code = '', message } = error;
    return code.startsWith('AUTH_') ? 'unauthorized' : sqliteFault(code, message);
  }
  if (error instanceof HttpServerError) return faultOfStatus(error.status);
  if (error instanceof ClosedError && error.cause instanceof ClientError)
    return faultOfHrana(error.cause);
  return isConnectionEnd(error) ? 'unreachable' : 'other';
}

function faultOfStatus(status: number): DatabaseFault {
  if (status === 401 || status === 403) return 'unauthorized';
  // A gateway in front of the server answers these when the server is away.
  return status === 502 || status === 503 || status === 504 ? 'unreachable' : 'other';
}

function isConnectionEnd(error: unknown): boolean {
  if (error instanceof WebSocketError || error instanceof ClosedError) return true;
  if (!(error instanceof Error)) return false;
  // Calls that run when the client is closed end with its plain error.
  if (error instanceof ClientError) return error.name === 'ClientError';
  // An error with a code that is not the client's own comes from the network.
  return codeOf(error) !== '' || error.name === 'AbortError';
}
