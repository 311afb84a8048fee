/** A database opened to be read by a second process, while the service has it. */
import { Database as Connection } from 'bun:sqlite';
import { type Clock, systemClock } from '../shared/clock.ts';
import { databasePath } from '../shared/database-url.ts';
import { messageOf } from '../shared/errors.ts';
import { whenFree } from './busy.ts';
import { DatabaseError, type Executor } from './client.ts';
import { codeOf, sqliteFault } from './faults.ts';
import { openLibsql } from './libsql.ts';
import type { OpenOptions } from './open.ts';
import { cacheStatements } from './statements.ts';

type Reader = Pick<Executor, 'query' | 'close'>;

const CACHED_STATEMENTS = 10;

/** Failures, of opening too, are DatabaseErrors that name the file or the server. */
export function openReader(options: OpenOptions): Reader {
  const { url, authToken, clock = systemClock() } = options;
  const path = databasePath(url);
  if (path !== null) return fileReader(path, clock);
  return openLibsql({ url, clock, ...(authToken !== undefined && { authToken }) });
}

function fileReader(path: string, clock: Clock): Reader {
  const naming = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const message = messageOf(error);
      const fault = sqliteFault(codeOf(error), message);
      throw new DatabaseError(fault, `database file ${path}: ${message}`, error);
    }
  };
  const connection = naming(() => new Connection(path, { readonly: true }));
  const run = cacheStatements(connection, CACHED_STATEMENTS);
  return {
    query: (sql, params) => whenFree(clock, () => naming(() => run(sql, params))),
    close: async () => connection.close(true),
  };
}
