/** What the Hrana client of a libSQL server throws, mapped to the faults of the database port. */
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

/** Whatever a call to the server threw, in the port's words. */
export function hranaError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const fault = faultOfHrana(error);
  const isUnknown = fault === 'unreachable' && !isUnconnected(error);
  return new DatabaseError(fault, messageOf(error), error, { isUnknown });
}

/** The WebSocket says it in words alone. */
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
  // These come from what stands before the server when the server is away.
  return status === 502 || status === 503 || status === 504 ? 'unreachable' : 'other';
}

function isConnectionEnd(error: unknown): boolean {
  if (error instanceof WebSocketError || error instanceof ClosedError) return true;
  if (!(error instanceof Error)) return false;
  // The client's plain error is what calls end with that were under way when it was closed.
  if (error instanceof ClientError) return error.name === 'ClientError';
  // What is not the client's own error and yet has a code comes from the network below it.
  return codeOf(error) !== '' || error.name === 'AbortError';
}
