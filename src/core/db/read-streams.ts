/** The streams for reading from a libSQL server, which stay open between reads. */
import {
  ClientError,
  ClosedError,
  HttpServerError,
  ResponseError,
  type RowsResult,
  type Stmt,
  type Stream,
  WebSocketError,
} from '@libsql/hrana-client';
import { Fifo } from '../shared/async/fifo.ts';
import { codeOf, isUnsent, messageOf } from '../shared/errors.ts';
import { DatabaseError, type DatabaseFault } from './client.ts';
import { sqliteFault } from './faults.ts';
import {
  type CallEnd,
  type KeptStream,
  type KeptStreamOptions,
  keepStream,
} from './kept-stream.ts';
import { transact } from './transaction.ts';

const STREAMS_MAX = 8;
const WAITING_MAX = 10_000;

export interface ReadStreams {
  /**
   * Returns the rows of each statement, which all see one state of the database. Statements that meet a lost connection
   * are repeated once on a new stream, since they change nothing. Rejects with a DatabaseError `busy` when too many
   * wait, and else as a kept stream does.
   */
  read(statements: readonly Stmt[]): Promise<RowsResult[]>;
  /** Fails running and waiting reads. The object cannot be used afterwards. */
  drop(): void;
}

interface QueuedRead {
  readonly statements: readonly Stmt[];
  readonly resolve: (rows: Promise<RowsResult[]>) => void;
  readonly reject: (error: DatabaseError) => void;
}

/** Opens at most 8 streams. Throws for a URL that is not a server's. */
export function openReadStreams(options: KeptStreamOptions): ReadStreams {
  const streams = Array.from({ length: STREAMS_MAX }, () => keepStream(options));
  /** The stream used last is at the end and used first, so that streams that are not needed are closed as idle. */
  const free = [...streams];
  const waiting = new Fifo<QueuedRead>();
  let isDropped = false;

  async function readOver(stream: KeptStream, statements: readonly Stmt[]): Promise<RowsResult[]> {
    const ask = (over: Stream) => askOver(over, statements);
    try {
      return await stream.call(ask).catch((error: unknown) => {
        if (isDropped || !hranaError(error).isUnknown) throw error;
        return stream.call(ask);
      });
    } finally {
      free.push(stream);
      startNext();
    }
  }

  function startNext(): void {
    if (waiting.length === 0) return;
    const stream = free.pop();
    if (stream === undefined) return;
    const next = waiting.shift();
    next?.resolve(readOver(stream, next.statements));
  }

  return {
    read: (statements) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= WAITING_MAX)
          return reject(new DatabaseError('busy', 'the queue of reads is full'));
        waiting.push({ statements, resolve, reject });
        startNext();
      }),
    drop() {
      isDropped = true;
      const text = 'the database server did not answer the reads before this one';
      for (const { reject } of waiting.drain()) reject(new DatabaseError('unreachable', text));
      for (const stream of streams) stream.drop();
    },
  };
}

/** A single statement needs no transaction to see one state. If it fails, its stream is closed. */
async function askOver(
  stream: Stream,
  statements: readonly Stmt[],
): Promise<CallEnd<RowsResult[]>> {
  const [only] = statements;
  if (only === undefined || statements.length > 1)
    return await transact(stream, 'BEGIN TRANSACTION READONLY', statements);
  return { result: [await stream.query(only)], isReusable: true };
}

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
