/** The command `access-token`: a new token of a super_admin, for when nobody can come in any more. Owns: its words. */
import type { Settings } from '../../config.ts';
import { makeSuperAdminToken } from '../../crm/recovery.ts';
import { lockIfFree } from '../../db/lock.ts';
import { databasePath, openDatabase } from '../../db/open.ts';
import { StartRefused } from '../../process/refusal.ts';
import { systemClock } from '../../shared/clock.ts';
import type { Outcome } from './commands.ts';

const NO_USER =
  'the database has no user yet: start the service with BOOTSTRAP_ACCESS_TOKEN, which makes the first one';

/**
 * Writes one transaction to the configured database, beside the service if that is running: SQLite lets
 * either wait for the other. While it is not running, the lock keeps a start from meeting this process.
 */
export async function accessToken(settings: Settings, args: readonly string[]): Promise<Outcome> {
  if (args.length > 0) throw new StartRefused('access-token takes no arguments');
  const { databaseUrl: url, databaseAuthToken: authToken } = settings;
  const clock = systemClock();
  const path = databasePath(url);
  const lock = path === null ? null : lockIfFree(path);
  try {
    const server = authToken === null ? {} : { authToken };
    const db = await openDatabase({ url, clock, asSecond: true, ...server });
    const made = await makeSuperAdminToken({ db, clock }).finally(() => db.close());
    if (!made) throw new StartRefused(NO_USER);
    const note = `Token of the super_admin ${made.email}: it opens every account, and is shown only here.`;
    return { line: made.token, note, exitCode: 0 };
  } finally {
    lock?.release();
  }
}
