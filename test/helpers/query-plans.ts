/** How the database finds what it is asked for. */
import type { Database } from '../../src/core/db/client.ts';

/** Passes queries on to `db`; `plans` has the steps of each, in order. */
export function planned(db: Pick<Database, 'query'>) {
  const plans: string[][] = [];
  const query: Database['query'] = async (sql, params) => {
    const plan = await db.query(`explain query plan ${sql}`, params);
    plans.push(plan.map((row) => String(row[3])));
    return db.query(sql, params);
  };
  return { query, plans };
}
