/**
 * Operations that began and whose row was never written: the process died, or the database took nothing more.
 * Owns: giving each of them its row, with no status, since nobody knows how it ended.
 */
import type { Database } from '../../db/client.ts';
import type { Entry } from './chain.ts';
import type { AuditRows } from './rows.ts';

export interface LeftoversDeps {
  readonly db: Pick<Database, 'query'>;
  readonly rows: AuditRows;
}

const BATCH = 200;
const READ = `select id, entry from gateway_audit_begun where begun_at <= ? order by id limit ${BATCH}`;

/** Records those that began up to `until` (ms since 1970), which must have ended by now, and says how many. */
export async function recordLeftovers({ db, rows }: LeftoversDeps, until: number): Promise<number> {
  for (let total = 0; ; ) {
    const found = await db.query(READ, [until]);
    // Only `operations.ts` writes them.
    const begun = found.map(([id, entry]) => ({
      begunId: String(id),
      entry: JSON.parse(String(entry)) as Entry,
    }));
    await Promise.all(begun.map((row) => rows.append(row)));
    total += found.length;
    if (found.length < BATCH) return total;
  }
}
