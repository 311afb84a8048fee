/** Keeps retention right when the wall clock jumps, as on a machine that has no battery for its clock. */
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';

/** A smaller change of the wall clock is ignored. */
const JUMP_MS = 60_000;
const HOUR_MS = 3_600_000;
const SLICE = 500;

const READ = 'select value from service_facts where name = ?';
const WRITE = 'insert or replace into service_facts (name, value) values (?, ?)';

/** How far `ms` behind the wall clock ages are counted, `until` a time of that clock. */
interface Lag {
  readonly ms: number;
  readonly until: number;
}

/**
 * Returns a function that gives the time to which the ages of rows are counted, in ms since 1970. After a jump of the
 * wall clock forwards it goes on from before the jump, until everything from then is as old as is kept: what the clock
 * was behind for is not expired early. A restart does not end this. The time that passed while no process ran counts,
 * also if the clock jumped then. `keptMs`: how long anything is kept. `name` tells apart what is kept for other times.
 */
export function createRetentionTime(
  db: Pick<Database, 'query'>,
  clock: Pick<Clock, 'now' | 'steady'>,
  keptMs: number,
  name: 'retention_lag' | 'retention_lag_of_messages',
) {
  let offset = clock.now() - clock.steady();
  let lag: Lag | null = null;
  let isSaved = true;

  async function read(): Promise<Lag> {
    const [row] = await db.query(READ, [name]);
    const { ms, until }: Lag = row ? JSON.parse(String(row[0])) : { ms: 0, until: 0 };
    // A clock that was far ahead may have written it.
    return { ms, until: Math.min(until, clock.now() + keptMs) };
  }

  return async (): Promise<number> => {
    lag ??= await read();
    const now = clock.now();
    const jumpedMs = now - clock.steady() - offset;
    offset += jumpedMs;
    if (Math.abs(jumpedMs) >= JUMP_MS) {
      lag = { ms: Math.max(0, lag.ms + jumpedMs), until: now + keptMs };
      isSaved = false;
    }
    if (!isSaved) await db.query(WRITE, [name, JSON.stringify(lag)]);
    isSaved = true;
    return now < lag.until ? now - lag.ms : now;
  };
}

const REDATE_FUTURE = `update events set created_at = ? where $oldest and rowid in (
  select rowid from (select rowid, created_at from events where rowid > ? order by rowid limit ${SLICE})
  where created_at > ?) returning rowid`;

/**
 * Dates events `now` that are dated later, by a clock that was ahead: only the first rows are examined when events are
 * deleted, and these would keep all behind them. Examines the first rows, and goes on while it finds some.
 */
export async function redateFutureEvents(
  db: Pick<Database, 'query'>,
  oldest: string,
  now: number,
  isOver: () => boolean,
): Promise<void> {
  const sql = REDATE_FUTURE.replace('$oldest', oldest);
  for (let after = 0; !isOver(); ) {
    const rows = await db.query(sql, [now, after, now + HOUR_MS]);
    if (rows.length === 0) return;
    after = Math.max(...rows.map(([rowid]) => Number(rowid)));
  }
}
