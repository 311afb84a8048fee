/** Finds in one query which periodic work on messages is due, since mostly no work is. */
import type { Database } from '../db/client.ts';
import { instanceExists, oldestNodeIs } from '../db/conditions.ts';

interface UpkeepTimes {
  /** Messages sent before it are unanswered; all times are in ms since 1970. */
  readonly unanswered: number;
  /** Statuses before it are deleted. */
  readonly statuses: number;
  /** Stored messages and contacts before it are deleted. */
  readonly stored: number;
}

interface UpkeepWork {
  /** The instances with messages that nothing has confirmed. */
  readonly unanswered: ReadonlySet<string>;
  readonly hasUnmoved: boolean;
  /** Whether this node deletes, and there is something to delete. */
  readonly hasOld: boolean;
}

/** How many of the rows that were stored first are looked at; pruning visits as many. */
const LOOKED_AT = 200;

const OLD = `(exists (select 1 from messages where fetched_at is null and sent_at < ?2)
    or exists (select 1 from messages where fetched_at < ?2)
    or exists (select 1 from polls where sent_at < ?2)
    or exists (select 1 from poll_votes where voted_at < ?2)
    or exists (select 1 from contacts where seen_at < ?3)
    or exists (select 1 from (select stored_at from stored_messages order by place limit ${LOOKED_AT})
      where stored_at < ?3)
    or exists (select 1 from list_totals where list in ('stored_messages', 'contacts')
      and not ${instanceExists('owner_id')}))`;
const WORK = `select
  (select json_group_array(instance_id) from (
    select distinct instance_id from messages where status = 'Pending' and sent_at < ?1)),
  exists (select 1 from contact_addresses where is_moved = 0),
  $oldest and ${OLD}`;

/** `node` is this one, or null without a cluster. */
export async function findUpkeepWork(
  db: Pick<Database, 'query'>,
  { unanswered, statuses, stored }: UpkeepTimes,
  node: string | null,
): Promise<UpkeepWork> {
  const sql = WORK.replace('$oldest', oldestNodeIs(node));
  const [row = []] = await db.query(sql, [unanswered, statuses, stored]);
  const [ids, hasUnmoved, hasOld] = row;
  return {
    // The statement makes this list.
    unanswered: new Set(JSON.parse(String(ids)) as string[]),
    hasUnmoved: hasUnmoved === 1,
    hasOld: hasOld === 1,
  };
}
