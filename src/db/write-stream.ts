/** The one stream of a libSQL server that commits go over, kept open from one to the next. */
import {
  BatchCond,
  type Client,
  HttpServerError,
  openHttp,
  openWs,
  parseLibsqlUrl,
  ResponseError,
  type RowsResult,
  Stmt,
  type Stream,
} from '@libsql/hrana-client';
import type { Cancel, Clock } from '../shared/clock.ts';
import type { Value } from './client.ts';

/** sqld forgets a stream after 10 s without a call. */
const IDLE_MS = 5_000;

export interface BoundStatement {
  readonly sql: string;
  readonly args: Value[];
}

interface WriteStreamOptions {
  /** `libsql:`, `http(s):` or `ws(s):`. */
  readonly url: string;
  readonly authToken?: string | null | undefined;
  readonly clock: Clock;
  readonly fetch: (request: Request) => Promise<Response>;
}

export interface WriteStream {
  /**
   * Commits all statements or none of them, and resolves with the rows of each. One call at a time. Rejects with an
   * error of the Hrana client, or of the network below it.
   */
  commit(statements: readonly BoundStatement[]): Promise<RowsResult[]>;
  /** Ends a commit that is under way, of which the server then rolls back what it has not committed yet. */
  drop(): void;
}

interface Kept {
  readonly client: Client;
  readonly stream: Stream;
}

/**
 * Opens the stream with the first commit. It is kept after a commit that the server refused, since sqld keeps a place
 * in its queue of writers for a stream that it has answered with SQLITE_BUSY, and closed where it is not known that
 * the transaction has ended. Throws for a URL that is none of a server.
 */
export function openWriteStream(options: WriteStreamOptions): WriteStream {
  const { clock } = options;
  const connect = connector(options);
  let kept: Kept | null = null;
  let cancelIdle: Cancel = () => {};

  function drop(): void {
    cancelIdle();
    kept?.client.close();
    kept = null;
  }

  /** The stream, and whether the server may have forgotten it by now. */
  function current() {
    cancelIdle();
    if (kept?.client.closed || kept?.stream.closed) drop();
    const isReused = kept !== null;
    if (kept === null) {
      const client = connect();
      kept = { client, stream: client.openStream() };
    }
    return { used: kept, isReused };
  }

  async function commit(statements: readonly BoundStatement[]): Promise<RowsResult[]> {
    const { used, isReused } = current();
    const end = await transact(used.stream, statements).catch((error: unknown) => {
      if (kept !== used) throw error;
      drop();
      if (isReused && isForgotten(error)) return null;
      throw error;
    });
    if (end === null) return await commit(statements);
    if (kept === used && end.isConfirmed) cancelIdle = clock.after(IDLE_MS, drop);
    else if (kept === used) drop();
    if ('rows' in end) return end.rows;
    throw end.error;
  }

  return { commit, drop };
}

/** What makes clients of the server that the URL names. */
function connector({ url, authToken, fetch }: WriteStreamOptions): () => Client {
  const { hranaHttpUrl, hranaWsUrl, authToken: ofUrl } = parseLibsqlUrl(url);
  const token = ofUrl ?? authToken ?? undefined;
  return () => {
    const client =
      hranaHttpUrl === undefined
        ? openWs(hranaWsUrl ?? url, token)
        : openHttp(hranaHttpUrl, token, fetch);
    client.intMode = 'number';
    return client;
  };
}

/** `isConfirmed`: the server said that no transaction is open any more. */
type TransactionEnd =
  | { readonly rows: RowsResult[]; readonly isConfirmed: true }
  | { readonly error: unknown; readonly isConfirmed: boolean };

/** One request, so that no transaction waits for this process. Rejects when it was not answered as was asked. */
async function transact(
  stream: Stream,
  statements: readonly BoundStatement[],
): Promise<TransactionEnd> {
  const batch = stream.batch(false);
  const begin = batch.step();
  const answers = [begin.query('BEGIN IMMEDIATE')];
  let last = begin;
  const addStep = (statement: Stmt) => {
    const step = batch.step().condition(BatchCond.ok(last));
    answers.push(step.query(statement));
    last = step;
  };
  for (const { sql, args } of statements) addStep(new Stmt(sql).bindIndexes(args));
  addStep(new Stmt('COMMIT'));
  const isOpen = BatchCond.and(batch, [BatchCond.ok(begin), BatchCond.not(BatchCond.ok(last))]);
  answers.push(batch.step().condition(isOpen).query('ROLLBACK'));
  // Asked for before the answer comes, since a failure that nobody waits for ends the process.
  const settled = Promise.allSettled(answers);
  await batch.execute();
  return endOf(await settled);
}

/** `results`: of BEGIN, the statements, COMMIT and ROLLBACK; those that were left out have no value. */
function endOf(results: readonly PromiseSettledResult<RowsResult | undefined>[]): TransactionEnd {
  const values = results.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  const [rollback, commit] = [values.at(-1), values.at(-2)];
  if (commit) return { rows: values.slice(1, -2) as RowsResult[], isConfirmed: true };
  const failed = results.find((one) => one.status === 'rejected');
  const error = failed?.reason ?? new Error('the database server did not end the transaction');
  return { error, isConfirmed: values[0] === undefined || rollback !== undefined };
}

/**
 * The server does not know the stream, so that nothing of the call was done: it has been started again, or found the
 * stream idle. sqld answers 400, in words or with a code, and Turso 404.
 */
const isForgotten = (error: unknown): boolean =>
  error instanceof HttpServerError
    ? error.status === 400 || error.status === 404
    : error instanceof ResponseError && error.code === 'STREAM_EXPIRED';
