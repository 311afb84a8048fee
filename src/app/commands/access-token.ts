/** Makes a new token that opens every account, for when none works any more. */
import type { Settings } from '../../config.ts';
import { makeSuperAdminToken } from '../../crm/recovery.ts';
import { lockIfFree } from '../../db/lock.ts';
import { openDatabase } from '../../db/open.ts';
import { StartRefused } from '../../process/refusal.ts';
import { systemClock } from '../../shared/clock.ts';
import { databasePath } from '../../shared/database-url.ts';

const NO_USER =
  'the database has no user yet: start the service with BOOTSTRAP_ACCESS_TOKEN, which makes the first one';

/**
 * Writes one transaction to the configured database, beside the service if that is running: SQLite lets
 * either wait for the other. While it is not running, the lock keeps a start from meeting this process.
 * Throws StartRefused when there is no user to give the token to.
 */
export async function makeAccessToken(
  settings: Settings,
): Promise<{ readonly token: string; readonly email: string }> {
  const { databaseUrl: url, databaseAuthToken: authToken } = settings;
  const clock = systemClock();
  const path = databasePath(url);
  const lock = path === null ? null : lockIfFree(path);
  try {
    const db = await openDatabase({ url, authToken, clock, asSecond: true });
    const made = await makeSuperAdminToken({ db, clock }).finally(() => db.close());
    if (!made) throw new StartRefused(NO_USER);
    return made;
  } finally {
    lock?.release();
  }
}
