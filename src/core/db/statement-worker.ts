/** The worker that runs one long statement on its own reading connection, and is then ended. */
import { Database as Connection } from 'bun:sqlite';
import { codeOf } from '../shared/errors.ts';
import type { DatabaseFault } from './client.ts';
import { asDatabaseError } from './faults.ts';

export interface Statement {
  /** The path of the database file. */
  readonly path: string;
  readonly sql: string;
  readonly params: readonly string[];
}

export interface Refusal {
  readonly fault: DatabaseFault;
  readonly message: string;
  /** The name of the error by SQLite or the system. */
  readonly code: string;
}

/** The first value of the first row, if there is one. */
export type Reply = { readonly value: unknown } | Refusal;

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<Statement>) => self.postMessage(run(data));

function run({ path, sql, params }: Statement): Reply {
  try {
    const connection = new Connection(path, { readonly: true });
    try {
      // The file may come from anybody: functions that its schema calls may have no effects.
      connection.run('PRAGMA trusted_schema = OFF');
      return { value: connection.query(sql).values(...params)[0]?.[0] };
    } finally {
      connection.close(true);
    }
  } catch (error) {
    const { fault, message } = asDatabaseError(error);
    return { fault, message, code: codeOf(error) };
  }
}
