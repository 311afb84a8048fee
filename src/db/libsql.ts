/** The executor over a libSQL server, by HTTP or WebSocket. */
import { type Client, createClient, LibsqlError } from '@libsql/client/web';
import {
  ClientError,
  ClosedError,
  HttpServerError,
  ResponseError,
  WebSocketError,
} from '@libsql/hrana-client';
import { withTimeout } from '../shared/async/deadline.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import { codeOf, isUnsent, messageOf } from '../shared/errors.ts';
import { whenFree } from './busy.ts';
import {
  DatabaseError,
  type DatabaseFault,
  type Executor,
  type Row,
  type Statement,
  type Value,
} from './client.ts';
import { effectOf } from './effect.ts';
import { closedError, sqliteFault } from './faults.ts';
import { bytesOf, refuseUnstorable } from './parameters.ts';
import { type SharedCommits, shareCommits } from './shared-commits.ts';
import { type BoundStatement, openWriteStream, type WriteStream } from './write-stream.ts';

/** How long a call may take, and how much longer for what it carries: as if by a line of 8 Mbit/s. */
const ANSWER_LIMIT_MS = 5_000;
const BYTES_PER_MS = 1_000;

export interface LibsqlOptions {
  /** `libsql:`, `http(s):` or `ws(s):`. */
  readonly url: string;
  readonly authToken?: string | null | undefined;
  readonly clock?: Clock;
}

/**
 * Connects with the first call. A call fails as `unreachable` when the server cannot be reached or has not
 * answered after 5 s, and a second more per megabyte it carries. Unless no connection came about, it is then
 * unknown whether the call took place, and the error says so.
 *
 * Writes are sent one commit after another, and those that wait share the next: where many connections wait for its
 * write lock, sqld answers some with SQLITE_BUSY and now and then none of them for 5 s. A commit that it answers with
 * SQLITE_BUSY has not been made and is sent again, for up to 5 s.
 */
export function openLibsql({ url, authToken, clock = systemClock() }: LibsqlOptions): Executor {
  let link = connect();
  let closed = false;

  function connect(): Link {
    const connection = connectTo({ url, authToken, clock });
    const batch = (list: readonly Statement[]) =>
      whenFree(clock, () => {
        // A commit that was not answered fails those behind it, which would else wait as long, one after another.
        if (connection.isDropped()) throw closed ? closedError() : silentBefore();
        return answer(list, ({ writes }) => writes.commit(list.map(bound)), connection);
      });
    return { ...connection, commit: shareCommits({ batch }) };
  }

  /** Whatever else waits on a silent connection fails with it, so that nothing queued there is sent later. */
  const renew = (silent: Connection) => {
    silent.drop();
    if (link.reads === silent.reads && !closed) link = connect();
  };

  async function answer(
    list: readonly Statement[],
    ask: (connection: Connection) => Promise<readonly Result[]>,
    used: Connection = link,
  ): Promise<Row[][]> {
    if (closed) throw closedError();
    const ms = ANSWER_LIMIT_MS + Math.floor(bytesOf(list) / BYTES_PER_MS);
    const silent = () => {
      renew(used);
      const text = `the database server has not answered within ${ms / 1000} s`;
      return new DatabaseError('unreachable', text, undefined, { isUnknown: true });
    };
    try {
      return (await withTimeout({ clock, ms }, ask(used), silent)).map(rowsOf);
    } catch (error) {
      if (closed) throw closedError();
      const failed = asDatabaseError(error);
      throw list.every(({ sql }) => effectOf(sql) === 'read') ? ofReading(failed) : failed;
    }
  }

  return {
    async query(sql, params) {
      const statement = { sql, params };
      const [rows = []] =
        effectOf(sql) === 'write'
          ? await link.commit([statement])
          : await answer([statement], async ({ reads }) => [await reads.execute(bound(statement))]);
      return rows;
    },
    async batch(list) {
      if (list.length === 0) return [];
      if (list.some(({ sql }) => effectOf(sql) !== 'read')) return await link.commit(list);
      return await answer(list, ({ reads }) => reads.batch(list.map(bound), 'read'));
    },
    async close() {
      closed = true;
      link.drop();
    },
  };
}

/** What only reads has changed nothing, whether its answer was lost or not. */
const ofReading = ({ fault, message, cause }: DatabaseError): DatabaseError =>
  new DatabaseError(fault, message, cause);

const silentBefore = (): DatabaseError =>
  new DatabaseError('unreachable', 'the database server did not answer the commit before this one');

interface Connection {
  readonly reads: Pick<Client, 'execute' | 'batch'>;
  readonly writes: Pick<WriteStream, 'commit'>;
  isDropped(): boolean;
  /**
   * The server is not told. If it closed a stream that waits in its queue of writers, it could block all others until
   * it is restarted; it forgets a silent stream after 10 s without that.
   */
  drop(): void;
}

interface Link extends Connection {
  readonly commit: SharedCommits;
}

function connectTo({ url, authToken, clock }: Required<LibsqlOptions>): Connection {
  const dropped = new AbortController();
  const fetchUntilDropped = (request: Request) => fetch(request, { signal: dropped.signal });
  const reads = createClient({
    url,
    ...(typeof authToken === 'string' && { authToken }),
    intMode: 'number',
    fetch: fetchUntilDropped,
  });
  const writes = openWriteStream({ url, authToken, clock, fetch: fetchUntilDropped });
  return {
    reads,
    writes,
    isDropped: () => dropped.signal.aborted,
    drop() {
      dropped.abort();
      reads.close();
      writes.drop();
    },
  };
}

function bound({ sql, params }: Statement): BoundStatement {
  refuseUnstorable(params);
  return { sql, args: params.map(sendable) };
}

function sendable(value: Value): Value {
  // The server refuses the whole message for half a surrogate pair; a file takes a replacement character for it.
  if (typeof value === 'string') return value.toWellFormed();
  // The client sends every number as a float, and 3.0 is not 3 to a division or a text column.
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

interface Result {
  readonly rows: readonly ArrayLike<Value | ArrayBuffer>[];
}

const rowsOf = ({ rows }: Result): Row[] =>
  rows.map((row) =>
    Array.from(
      row,
      (value): Value => (value instanceof ArrayBuffer ? new Uint8Array(value) : value),
    ),
  );

function asDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const fault = faultOfHrana(error instanceof LibsqlError ? (error.cause ?? error) : error);
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
