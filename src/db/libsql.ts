/** The executor over a libSQL server, by HTTP or WebSocket. */
import { type Client, createClient, LibsqlError, type ResultSet } from '@libsql/client/web';
import { withTimeout } from '../shared/async/deadline.ts';
import { Mutex } from '../shared/async/mutex.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import { codeOf, messageOf } from '../shared/errors.ts';
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
import { refuseUnstorable } from './parameters.ts';

/** How long a call may take, and how much longer for what it carries: as if by a line of 8 Mbit/s. */
const ANSWER_LIMIT_MS = 5_000;
const BYTES_PER_MS = 1_000;
/** Writes that wait for their turn; one more fails as `busy`. */
const WAITING_WRITES_MAX = 10_000;

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
 * Writes are sent one after another: sqld lets them wait for each other anyway, and where many connections wait for
 * its write lock it answers some with SQLITE_BUSY and now and then none of them for 5 s. A write that it answers with
 * SQLITE_BUSY has not been done and is sent again, for up to 5 s.
 */
export function openLibsql({ url, authToken, clock = systemClock() }: LibsqlOptions): Executor {
  let link = connect(url, authToken);
  let closed = false;

  /** Whatever else waits on a silent connection fails with it, so that nothing queued there is sent later. */
  const renew = (silent: Link) => {
    silent.drop();
    if (link === silent && !closed) link = connect(url, authToken);
  };

  async function answer<T>(
    bytes: number,
    ask: (client: Client) => Promise<T>,
    used = link,
  ): Promise<T> {
    if (closed) throw closedError();
    const ms = ANSWER_LIMIT_MS + Math.floor(bytes / BYTES_PER_MS);
    const silent = () => {
      renew(used);
      const text = `the database server has not answered within ${ms / 1000} s`;
      return new DatabaseError('unreachable', text, undefined, { isUnknown: true });
    };
    try {
      return await withTimeout({ clock, ms }, ask(used.client), silent);
    } catch (error) {
      throw closed ? closedError() : asDatabaseError(error);
    }
  }

  /** As `answer`, when the writes asked before have ended. */
  async function write<T>(bytes: number, ask: (client: Client) => Promise<T>): Promise<T> {
    const used = link;
    if (used.waiting >= WAITING_WRITES_MAX)
      throw new DatabaseError('busy', 'too many writes wait for the database server');
    used.waiting++;
    return await used.writes.run(() => {
      used.waiting--;
      return whenFree(clock, () => {
        // A write that was not answered fails those behind it, which would else wait as long, one after another.
        if (used.isDropped()) throw closed ? closedError() : silentBefore();
        return answer(bytes, ask, used);
      });
    });
  }

  return {
    query: (sql, params) =>
      (isRead({ sql }) ? answer : write)(bytesOf([{ sql, params }]), async (client) =>
        rowsOf(await client.execute(bound({ sql, params }))),
      ),
    async batch(list) {
      if (list.length === 0) return [];
      const isOnlyRead = list.every(isRead);
      return await (isOnlyRead ? answer : write)(bytesOf(list), async (client) =>
        (await client.batch(list.map(bound), isOnlyRead ? 'read' : 'write')).map(rowsOf),
      );
    },
    async close() {
      closed = true;
      link.drop();
    },
  };
}

const isRead = ({ sql }: Pick<Statement, 'sql'>): boolean => effectOf(sql) === 'read';

const silentBefore = (): DatabaseError =>
  new DatabaseError('unreachable', 'the database server did not answer the write before this one');

const bytesOf = (list: readonly Statement[]): number =>
  list.reduce((sum, { params }) => params.reduce<number>((all, one) => all + sizeOf(one), sum), 0);

const sizeOf = (value: Value): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;

interface Link {
  readonly client: Client;
  readonly writes: Mutex;
  /** How many writes wait for their turn. */
  waiting: number;
  isDropped(): boolean;
  drop(): void;
}

function connect(url: string, authToken: LibsqlOptions['authToken']): Link {
  const dropped = new AbortController();
  const client = createClient({
    url,
    ...(typeof authToken === 'string' && { authToken }),
    intMode: 'number',
    fetch: (request: Request) => fetch(request, { signal: dropped.signal }),
  });
  return {
    client,
    writes: new Mutex(),
    waiting: 0,
    isDropped: () => dropped.signal.aborted,
    drop() {
      dropped.abort();
      client.close();
    },
  };
}

function bound({ sql, params }: Statement) {
  refuseUnstorable(params);
  return { sql, args: params.map(sendable) };
}

function sendable(value: Value): Value {
  // The server refuses the whole message for half a surrogate pair; a file takes a replacement character for it.
  if (typeof value === 'string') return value.toWellFormed();
  // The client sends every number as a float, and 3.0 is not 3 to a division or a text column.
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

const rowsOf = ({ rows }: ResultSet): Row[] =>
  rows.map((row) =>
    Array.from(
      row,
      (value): Value => (value instanceof ArrayBuffer ? new Uint8Array(value) : value),
    ),
  );

function asDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const fault = faultOfLibsql(error);
  const isUnknown = fault === 'unreachable' && !isUnsent(error);
  return new DatabaseError(fault, messageOf(error), error, { isUnknown });
}

/** No connection came about, so that nothing can have been done. */
const isUnsent = (error: unknown): boolean =>
  /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EHOSTUNREACH)$/.test(codeOf(error)) ||
  messageOf(error).endsWith('Failed to connect');

/** `UNKNOWN` and `CLIENT_CLOSED` are what calls end with whose client was dropped because it fell silent. */
const CONNECTION_ENDED = new Set([
  'HRANA_WEBSOCKET_ERROR',
  'HRANA_CLOSED_ERROR',
  'CLIENT_CLOSED',
  'UNKNOWN',
]);

function faultOfLibsql(error: unknown): DatabaseFault {
  // What is not the client's own error and yet has a code comes from the network below it.
  if (!(error instanceof LibsqlError)) {
    const isFromNetwork = codeOf(error) !== '' || isAbort(error);
    return isFromNetwork ? 'unreachable' : 'other';
  }
  const status = statusOf(error);
  if (CONNECTION_ENDED.has(error.code) || isGatewayFailure(status)) return 'unreachable';
  if (error.code.startsWith('AUTH_') || status === 401 || status === 403) return 'unauthorized';
  return sqliteFault(error.code, error.message);
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** 502, 503 and 504 come from what stands before the server when the server is away. */
const isGatewayFailure = (status: number): boolean =>
  status === 502 || status === 503 || status === 504;

/** The HTTP status that took the place of an answer, or 0. */
function statusOf({ code, cause }: LibsqlError): number {
  if (code !== 'SERVER_ERROR' || !(cause instanceof Error) || !('status' in cause)) return 0;
  return Number(cause.status);
}
