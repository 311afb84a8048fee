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

/** The time limit of a call, and how much is added for its size, as on a line of 8 Mbit/s. */
const ANSWER_LIMIT_MS = 5_000;
const BYTES_PER_MS = 1_000;

export interface LibsqlOptions {
  /** A URL with `libsql:`, `http(s):` or `ws(s):`. */
  readonly url: string;
  readonly authToken?: string | null | undefined;
  readonly clock?: Clock;
}

/**
 * Connects with the first call. A call fails as `unreachable` when the server cannot be reached or has not answered
 * after 5 s plus a second per megabyte. Unless no connection was opened, it is then unknown whether the call was
 * executed, and the error says so. Commits are sent one after the other, and waiting writes share the next: when many
 * connections wait for its write lock, sqld answers some with SQLITE_BUSY and now and then none of them for 5 s. A
 * commit answered with SQLITE_BUSY was not made and is sent again, for up to 5 s.
 */
export function openLibsql({ url, authToken, clock = systemClock() }: LibsqlOptions): Executor {
  let link = connect();
  let closed = false;

  function connect(): Link {
    const connection = connectTo({ url, authToken, clock });
    const batch = (list: readonly Statement[]) =>
      whenFree(clock, () => {
        // A commit without an answer fails those behind it, which would otherwise wait as long, one after the other.
        if (connection.isDropped()) throw closed ? closedError() : silentBefore();
        return answer(list, ({ commit }) => commit(list.map(bound)), connection);
      });
    return { connection, commit: shareCommits({ batch }) };
  }

  /** Everything else on a silent connection fails with it, so that nothing queued there is sent later. */
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

/** Matches neither `count(*)` nor a product. */
const ALL_COLUMNS = /\*\s*(?:,|from\b)/i;

/**
 * Returns whether a statement needs its own stream: one that may leave a setting behind, such as a PRAGMA, or a select
 * of all columns, which sqld answers on a kept stream with the columns of its last statement.
 */
function needsOwnStream(sql: string): boolean {
  const effect = effectOf(sql);
  return effect === 'alone' || (effect === 'read' && ALL_COLUMNS.test(sql));
}

/** A failed read has changed nothing, even if its answer was lost. */
const ofReading = ({ fault, message, cause }: DatabaseError): DatabaseError =>
  new DatabaseError(fault, message, cause);

const silentBefore = (): DatabaseError =>
  new DatabaseError('unreachable', 'the database server did not answer the commit before this one');

interface Connection extends Pick<ReadStreams, 'read'> {
  /** Commits; takes one commit at a time. */
  commit(statements: readonly Stmt[]): Promise<Result[]>;
  /** Runs one statement on a stream of its own. */
  askAlone(sql: string, params: readonly Value[]): Promise<Result[]>;
  isDropped(): boolean;
  /**
   * Drops the connection without telling the server. If sqld closes a stream that waits in its queue of writers, it may
   * block all others until a restart; it drops a silent stream after 10 s anyway.
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
  // The server refuses the whole message for half a surrogate pair; a file stores a replacement character.
  if (typeof value === 'string') return value.toWellFormed();
  // The client sends every number as a float, and 3.0 is not 3 in a division or a text column.
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

/** Rows of the Hrana client or of `@libsql/client`. */
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
