/** The time of the database as the one of its nodes, so that what one of them wrote is due at the same time at all. */
import { DATABASE_NOW, type Database } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';

/** Its `now` and `steady` are ms since 1970 by the clock of the database, and never go back. */
export interface DatabaseClock extends Clock {
  /** The clock of the process alone, which never follows. */
  readonly own: Clock;
  /** To be called with each answer of the database that says what time it was there, and how long it took to come. */
  readonly follow: (databaseNow: number, tookMs: number) => void;
}

/** A process that stood still is behind, and catches up at once. */
const BEHIND_MS = 1_000;
/** Of any other difference, for each answer: clocks that drift apart, not answers that were late. */
const STEP_MS = 1;

/** Rejects with a DatabaseError. */
export async function databaseClock(
  db: Pick<Database, 'query'>,
  own: Clock,
): Promise<DatabaseClock> {
  const asked = own.steady();
  const [row] = await db.query(`select ${DATABASE_NOW}`, []);
  const answered = own.steady();
  let ahead = Number(row?.[0]) + (answered - asked) / 2 - answered;
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
