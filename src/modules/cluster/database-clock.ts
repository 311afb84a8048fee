/** The clock of the database, which all nodes follow, so that what one wrote is due at the same time on all. */
import { DATABASE_NOW, type Database } from '../../core/db/client.ts';
import type { Clock } from '../../core/shared/clock.ts';

/** A clock whose `now` and `steady` are ms since 1970 by the database's clock and never go back. */
export interface DatabaseClock extends Clock {
  /** The process's own clock, which never follows the database. */
  readonly own: Clock;
  /** Must be called with each time that the database returns, and how many ms the answer took. */
  readonly follow: (databaseNow: number, tookMs: number) => void;
}

/** A process that was suspended is behind by more than this, and corrects its clock at once. */
const BEHIND_MS = 1_000;
/** The correction of a smaller difference at each answer: it follows clocks that drift but ignores late answers. */
const STEP_MS = 1;

/** Rejects with a DatabaseError. */
export async function databaseClock(
  db: Pick<Database, 'query'>,
  own: Clock,
): Promise<DatabaseClock> {
  const askedAt = own.steady();
  const [row] = await db.query(`select ${DATABASE_NOW}`, []);
  const answered = own.steady();
  let ahead = Number(row?.[0]) + (answered - askedAt) / 2 - answered;
  let latest = 0;
  const steady = () => {
    latest = Math.max(latest, Math.round(own.steady() + ahead));
    return latest;
  };
  return {
    own,
    now: steady,
    steady,
    after: own.after,
    follow(databaseNow, tookMs) {
      const now = steady();
      const behind = databaseNow - now;
      const before = now - (databaseNow + tookMs);
      if (behind > BEHIND_MS) ahead += behind;
      else if (behind > 0) ahead += Math.min(STEP_MS, behind);
      else if (before > 0) ahead -= Math.min(STEP_MS, before);
    },
  };
}
