/** Finds in one query whether anything of the log is to be pruned, since mostly nothing is. */
import { DATABASE_NOW, type Database } from '../../db/client.ts';
import { hasEndedNodes, isOwnerGone } from '../../db/conditions.ts';
import { SLICE } from './slices.ts';

export interface RetentionTimes {
  /** Events before it are deleted; all times are in ms since 1970. */
  readonly events: number;
  /** Events after it have a date of the future, and get another. */
  readonly future: number;
  /** Files of media whose ids come before this one are deleted. */
  readonly firstMedia: string;
  readonly replays: number;
  readonly processes: number;
  /** The age of changes that are deleted, and of the ends of leases whose nodes are, in ms of the database's clock. */
  readonly changesMs: number;
  readonly nodesMs: number;
  /** Codes that expire up to it are wiped, in ms of the steady clock. */
  readonly codes: number;
}

interface RetentionWork {
  /** Whether this process is the one that prunes. */
  readonly isOurs: boolean;
  /** Whether anything but deliveries is to be pruned. */
  readonly isDue: boolean;
}

/** As many events are looked at as one slice of pruning visits; changes are in the order of their times. */
const DUE = `exists (select 1 from (select created_at from events order by rowid limit ${SLICE})
    where created_at < ?1 or created_at > ?2)
  or exists (select 1 from media where id < ?3)
  or exists (select 1 from replays where is_open = 0 and finished_at < ?4)
  or exists (select 1 from replays where is_open = 1 and ${isOwnerGone('stream_id')})
  or exists (select 1 from processes where seen_at < ?5)
  or exists (select 1 from (select at from changes order by seq limit 1) where at < ${DATABASE_NOW} - ?6)
  or ${hasEndedNodes('?7')}
  or exists (select 1 from events where secret_until <= ?8)`;

/** `oldest` is the SQL condition under which this process is the one that prunes. */
export async function findRetentionWork(
  db: Pick<Database, 'query'>,
  oldest: string,
  times: RetentionTimes,
): Promise<RetentionWork> {
  const { events, future, firstMedia, replays, processes, changesMs, nodesMs, codes } = times;
  const params = [events, future, firstMedia, replays, processes, changesMs, nodesMs, codes];
  const [row] = await db.query(`select ${oldest}, ${DUE}`, params);
  return { isOurs: row?.[0] === 1, isDue: row?.[1] === 1 };
}
