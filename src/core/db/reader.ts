/** Opens a database to be read by a second process while the service uses it. */
import { Database as Connection } from 'bun:sqlite';
import { type Clock, systemClock } from '../shared/clock.ts';
import { databasePath } from '../shared/database-url.ts';
import type { Executor } from './client.ts';
import { prefixFaults, whenFree } from './faults.ts';
import { openLibsql } from './libsql.ts';
import type { OpenOptions } from './open.ts';
import { cacheStatements } from './statements.ts';

type Reader = Pick<Executor, 'query' | 'close'>;

const CACHED_STATEMENTS = 10;

/** Opens a reader. Failures, also of opening, are DatabaseErrors that name the file or the server. */
export function openReader(options: OpenOptions): Reader {
  const { url, authToken, clock = systemClock() } = options;
  const path = databasePath(url);
  if (path !== null) return fileReader(path, clock);
  return openLibsql({ url, clock, authToken });
}

function fileReader(path: string, clock: Clock): Reader {
  const file = `database file ${path}`;
  const connection = prefixFaults(file, () => new Connection(path, { readonly: true }));
  const run = cacheStatements(connection, CACHED_STATEMENTS);
  return {
    query: (sql, params) => whenFree(clock, () => prefixFaults(file, () => run(sql, params))),
    close: async () => connection.close(true),
  };
}
