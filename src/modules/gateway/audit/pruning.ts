/** Removing audit rows that are older than their retention. */
import type { Database } from '../../../core/db/client.ts';
import { oldestNodeIs } from '../../../core/db/conditions.ts';
import { linkText, NO_REQUEST, PRUNED_ACTION } from './chain.ts';
import type { AuditRows } from './rows.ts';

interface PruningDeps {
  readonly db: Pick<Database, 'query'>;
  readonly rows: AuditRows;
  /** The id of this node, of which the oldest prunes; null if the process is alone. */
  readonly node?: string | null;
}

const BATCH = 5_000;
/** The oldest rows up to the first that stays; a row that a removal wrote does not cause another removal. */
const LAST_OLD = `with oldest as (select id, at, action, hash from gateway_audit order by id limit ${BATCH})
  select id, hash from oldest
  where id < coalesce((select min(id) from oldest where at >= ?), id + 1) and action <> '${PRUNED_ACTION}' and $oldest
  order by id desc limit 1`;

/** Removes rows older than `before` (ms since 1970). Each step writes one row, at `now`, and removes up to 5 000. */
export async function pruneAudit(
  { db, rows, node = null }: PruningDeps,
  before: number,
  now: () => number,
): Promise<void> {
  const lastOld = LAST_OLD.replace('$oldest', oldestNodeIs(node));
  for (;;) {
    const [last] = await db.query(lastOld, [before]);
    if (!last) return;
    const id = Number(last[0]);
    const remove = { sql: 'delete from gateway_audit where id <= ?', params: [id] };
    const details = linkText({ id, hash: String(last[1]) });
    const entry = { ...NO_REQUEST, at: now(), action: PRUNED_ACTION, actor: 'service', details };
    await rows.append({ entry, also: [remove] });
  }
}
