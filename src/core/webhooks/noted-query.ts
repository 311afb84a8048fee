import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Orm, Statement } from '../db/client.ts';

/** Runs a query, and right after it in the same commit `note` if there is one. */
export const runWithNote = (
  orm: Orm,
  query: BatchItem<'sqlite'> & PromiseLike<unknown>,
  note: Statement | undefined,
): PromiseLike<unknown> => (note ? orm.batch([query, asQuery(orm, note)]) : query);

/** Returns a statement as a query of the query builder, for a batch with others. Its text has no other `?`. */
function asQuery(orm: Orm, { sql: text, params }: Statement) {
  const chunks = text.split('?').flatMap((part, index): SQL[] => {
    const value = params[index];
    return value === undefined ? [sql.raw(part)] : [sql.raw(part), sql`${value}`];
  });
  return orm.run(sql.join(chunks));
}
