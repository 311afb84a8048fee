/** Caches the prepared statements of a connection by their text. */
import type { Database as Connection, SQLQueryBindings } from 'bun:sqlite';
import { DatabaseError, type Row, type Value } from './client.ts';

/** How many statements of each connection stay prepared. */
export const CACHED_STATEMENTS = 500;

/** Runs one statement with exactly the parameters that it declares. Throws SQLite's own errors. */
export type Run = (sql: string, params: readonly Value[]) => Row[];

/** The shared answer to every statement that returns no rows; nobody changes it. */
const NO_ROWS: Row[] = [];

interface PreparedStatement {
  readonly run: (params: readonly Value[]) => Row[];
  readonly finalize: () => void;
}

/** `limit` is how many stay prepared; the one prepared longest ago is dropped. */
export function cacheStatements(connection: Connection, limit: number): Run {
  const cached = new Map<string, PreparedStatement>();

  const add = (sql: string): PreparedStatement => {
    const prepared = prepare(connection, sql);
    for (const [oldest, { finalize }] of cached) {
      if (cached.size < limit) break;
      cached.delete(oldest);
      finalize();
    }
    cached.set(sql, prepared);
    return prepared;
  };

  return (sql, params) => (cached.get(sql) ?? add(sql)).run(params);
}

/** Returns the first value of the first row, for statements that run once. */
export function readValue(connection: Connection, sql: string): Value | undefined {
  using statement = connection.prepare(sql);
  return statement.values()[0]?.[0];
}

function prepare(connection: Connection, sql: string): PreparedStatement {
  const statement = connection.prepare<unknown, SQLQueryBindings>(sql);
  const expected = statement.paramsCount;
  const execute: PreparedStatement['run'] =
    statement.columnNames.length > 0
      ? (params) => statement.values(asOne(params))
      : (params) => {
          statement.run(asOne(params));
          return NO_ROWS;
        };
  return {
    run(params) {
      // Given no parameters, Bun binds nothing, and SQLite reads unbound ones as NULL.
      if (params.length !== expected) {
        const counts = `expected ${expected} parameters, got ${params.length}`;
        throw new DatabaseError('other', counts);
      }
      return execute(params);
    },
    finalize: () => statement.finalize(),
  };
}

/** Bun accepts the whole list as its first argument, which avoids spreading thousands of arguments. */
const asOne = (params: readonly Value[]): SQLQueryBindings => params as unknown as SQLQueryBindings;
