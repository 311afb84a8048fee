/** The executor over a libSQL server, by HTTP or WebSocket. */
import { createClient, LibsqlError } from '@libsql/client/web';
import { Stmt } from '@libsql/hrana-client';
import { withTimeout } from '../shared/async/deadline.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import { whenFree } from './busy.ts';
import { DatabaseError, type Executor, type Row, type Statement, type Value } from './client.ts';
import { effectOf } from './effect.ts';
import { closedError } from './faults.ts';
import { hranaError } from './hrana-faults.ts';
import { keepStream } from './kept-stream.ts';
import { bytesOf, refuseUnstorable } from './parameters.ts';
import { openReadStreams, type ReadStreams } from './read-streams.ts';
import { type SharedCommits, shareCommits } from './shared-commits.ts';
import { transact } from './transaction.ts';

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
        return answer(list, ({ commit }) => commit(list.map(bound)), connection);
      });
    return { connection, commit: shareCommits({ batch }) };
  }

  /** Whatever else waits on a silent connection fails with it, so that nothing queued there is sent later. */
  const renew = (silent: Connection) => {
    silent.drop();
    if (link.connection === silent && !closed) link = connect();
  };

  async function answer(
    list: readonly Statement[],
    ask: (connection: Connection) => Promise<readonly Result[]>,
    used: Connection = link.connection,
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
      const failed = hranaError(error);
      throw list.every(({ sql }) => effectOf(sql) === 'read') ? ofReading(failed) : failed;
    }
  }

  const run = (list: readonly Statement[]): Promise<Row[][]> =>
    list.every(({ sql }) => effectOf(sql) === 'read')
      ? answer(list, ({ read }) => read(list.map(bound)))
      : link.commit(list);

  return {
    async query(sql, params) {
      const list = [{ sql, params }];
      const [rows = []] = needsOwnStream(sql)
        ? await answer(list, ({ askAlone }) => askAlone(sql, params))
        : await run(list);
      return rows;
    },
    batch: async (list) => (list.length === 0 ? [] : await run(list)),
    async close() {
      closed = true;
      link.connection.drop();
    },
  };
}

/** Not `count(*)`, and not a product. */
const ALL_COLUMNS = /\*\s*(?:,|from\b)/i;

/**
 * What may leave a setting behind, such as a PRAGMA, and a select of all columns: over a kept stream, sqld answers it
 * with those columns that the stream's last statement found.
 */
function needsOwnStream(sql: string): boolean {
  const effect = effectOf(sql);
  return effect === 'alone' || (effect === 'read' && ALL_COLUMNS.test(sql));
}

/** What only reads has changed nothing, whether its answer was lost or not. */
const ofReading = ({ fault, message, cause }: DatabaseError): DatabaseError =>
  new DatabaseError(fault, message, cause);

const silentBefore = (): DatabaseError =>
  new DatabaseError('unreachable', 'the database server did not answer the commit before this one');

interface Connection extends Pick<ReadStreams, 'read'> {
  /** Takes one commit at a time. */
  commit(statements: readonly Stmt[]): Promise<Result[]>;
  /** Runs one statement over a stream of its own. */
  askAlone(sql: string, params: readonly Value[]): Promise<Result[]>;
  isDropped(): boolean;
  /**
   * The server is not told. If it closed a stream that waits in its queue of writers, it could block all others until
   * it is restarted; it forgets a silent stream after 10 s without that.
   */
  drop(): void;
}

interface Link {
  readonly connection: Connection;
  readonly commit: SharedCommits;
}

function connectTo({ url, authToken, clock }: Required<LibsqlOptions>): Connection {
  const dropped = new AbortController();
  const fetchUntilDropped = (request: Request) => fetch(request, { signal: dropped.signal });
  const options = { url, authToken, clock, fetch: fetchUntilDropped };
  const reads = openReadStreams(options);
  const writes = keepStream(options);
  return {
    read: reads.read,
    commit: (statements) =>
      writes.call((stream) => transact(stream, 'BEGIN IMMEDIATE', statements)),
    async askAlone(sql, params) {
      refuseUnstorable(params);
      const client = createClient({
        url,
        ...(typeof authToken === 'string' && { authToken }),
        intMode: 'number',
        fetch: fetchUntilDropped,
      });
      const close = () => client.close();
      dropped.signal.addEventListener('abort', close);
      try {
        return [await client.execute({ sql, args: params.map(sendable) })];
      } catch (error) {
        throw error instanceof LibsqlError ? (error.cause ?? error) : error;
      } finally {
        dropped.signal.removeEventListener('abort', close);
        close();
      }
    },
    isDropped: () => dropped.signal.aborted,
    drop() {
      dropped.abort();
      reads.drop();
      writes.drop();
    },
  };
}

function bound({ sql, params }: Statement): Stmt {
  refuseUnstorable(params);
  return new Stmt(sql).bindIndexes(params.map(sendable));
}

function sendable(value: Value): Value {
  // The server refuses the whole message for half a surrogate pair; a file takes a replacement character for it.
  if (typeof value === 'string') return value.toWellFormed();
  // The client sends every number as a float, and 3.0 is not 3 to a division or a text column.
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

/** A row of the Hrana client, or of `@libsql/client`. */
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
