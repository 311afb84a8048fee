/** The executor over a libSQL server, by HTTP or WebSocket. */
import { createClient, LibsqlError } from '@libsql/client/web';
import { Stmt } from '@libsql/hrana-client';
import { withTimeout } from '../shared/async/deadline.ts';
import { Semaphore } from '../shared/async/semaphore.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import {
  DatabaseError,
  type Executor,
  effectOf,
  ownErrors,
  type Row,
  type Statement,
  type Value,
} from './client.ts';
import { closedError, whenFree } from './faults.ts';
import { keepStream } from './kept-stream.ts';
import { bytesOf, refuseUnstorable } from './parameters.ts';
import { hranaError, openReadStreams, type ReadStreams } from './read-streams.ts';
import { type SharedCommits, shareCommits } from './shared-commits.ts';
import { transact, tryOut } from './transaction.ts';

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
  let isClosed = false;

  function connect(): Link {
    const connection = connectTo({ url, authToken, clock });
    return linkOver(connection, clock, {
      answer: (list, ask) => answer(list, ask, connection),
      dropReason: () => (isClosed ? closedError() : silentBefore()),
    });
  }

  /** Everything else on a silent connection fails with it, so that nothing queued there is sent later. */
  const renew = (silent: Connection) => {
    silent.drop();
    if (link.connection === silent && !isClosed) link = connect();
  };

  async function answer<T>(
    list: readonly Statement[],
    ask: (connection: Connection) => Promise<T>,
    used: Connection = link.connection,
  ): Promise<T> {
    if (isClosed) throw closedError();
    const ms = ANSWER_LIMIT_MS + Math.floor(bytesOf(list) / BYTES_PER_MS);
    const silent = () => {
      renew(used);
      const text = `the database server has not answered within ${ms / 1000} s`;
      return new DatabaseError('unreachable', text, undefined, { isUnknown: true });
    };
    try {
      return await withTimeout({ clock, ms }, ask(used), silent);
    } catch (error) {
      if (isClosed) throw closedError();
      const failed = hranaError(error);
      throw list.every(({ sql }) => effectOf(sql) === 'read') ? ofReading(failed) : failed;
    }
  }

  const run = async (list: readonly Statement[]): Promise<Row[][]> =>
    list.every(({ sql }) => effectOf(sql) === 'read')
      ? (await answer(list, ({ read }) => read(list.map(bound)))).map(rowsOf)
      : link.commit(list);

  return {
    async query(sql, params) {
      const list = [{ sql, params }];
      const [rows = []] = needsOwnStream(sql)
        ? (await answer(list, ({ askAlone }) => askAlone(sql, params))).map(rowsOf)
        : await run(list);
      return rows;
    },
    batch: async (list) => (list.length === 0 ? [] : await run(list)),
    tryOut: (writes) => link.tryOut(writes),
    async close() {
      isClosed = true;
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
  /** Commits; takes one commit or trial at a time. */
  commit(statements: readonly Stmt[]): Promise<Result[]>;
  /** Returns what each write fails with, or null, and undoes them. */
  tryOut(writes: readonly (readonly Stmt[])[]): Promise<unknown[]>;
  /** Runs one statement on a stream of its own. */
  askAlone(sql: string, params: readonly Value[]): Promise<Result[]>;
  readonly dropped: AbortSignal;
  /**
   * Drops the connection without telling the server. If sqld closes a stream that waits in its queue of writers, it may
   * block all others until a restart; it drops a silent stream after 10 s anyway.
   */
  drop(): void;
}

interface Link {
  readonly connection: Connection;
  readonly commit: SharedCommits;
  readonly tryOut: Executor['tryOut'];
}

interface Answers {
  /** Limits how long `ask`, a call that sends these statements, may take. */
  answer<T>(list: readonly Statement[], ask: () => Promise<T>): Promise<T>;
  /** Why the connection was dropped. */
  dropReason(): DatabaseError;
}

function linkOver(connection: Connection, clock: Clock, { answer, dropReason }: Answers): Link {
  const turns = new Semaphore(1);
  const inTurn = <T>(list: readonly Statement[], ask: () => Promise<T>) =>
    whenFree(clock, async () => {
      const turn = await turns.acquire(connection.dropped);
      // A commit without an answer fails those behind it, which would otherwise wait as long, one after the other.
      if (turn === null) throw dropReason();
      return answer(list, ask).finally(() => turn.release());
    });
  const batch = async (list: readonly Statement[]) =>
    (await inTurn(list, () => connection.commit(list.map(bound)))).map(rowsOf);
  const tryOut: Executor['tryOut'] = async (writes) => {
    const ask = () => connection.tryOut(writes.map((write) => write.map(bound)));
    const errors = await inTurn(writes.flat(), ask);
    return ownErrors(errors.map((error) => (error === null ? null : hranaError(error))));
  };
  return { connection, commit: shareCommits({ batch, tryOut }), tryOut };
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
    tryOut: (list) => writes.call((stream) => tryOut(stream, list)),
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
    dropped: dropped.signal,
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
