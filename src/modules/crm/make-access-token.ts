/** Makes a new token that opens every account, for when none works any more. */
import type { Settings } from '../../core/config/config.ts';
import { lockIfFree } from '../../core/db/lock.ts';
import { openDatabase } from '../../core/db/open.ts';
import { StartRefused } from '../../core/process/refusal.ts';
import { secretsPath } from '../../core/process/secrets-file.ts';
import { systemClock } from '../../core/shared/clock.ts';
import { databasePath } from '../../core/shared/database-url.ts';
import { makeSuperAdminToken } from './super-admin-token.ts';

/**
 * Writes one transaction to the configured database, beside the service if that is running: SQLite lets
 * either wait for the other. While it is not running, the lock keeps a start from meeting this process.
 * Throws StartRefused when the first user is left to the next start, which has a token for it, and when the
 * accounts are left out.
 */
export async function makeAccessToken(
  settings: Settings,
): Promise<{ readonly token: string; readonly email: string }> {
  const { databaseUrl: url, databaseAuthToken: authToken } = settings;
  if (settings.without.includes('crm')) throw new StartRefused(LEFT_OUT);
  const clock = systemClock();
  const path = databasePath(url);
  const lock = path === null ? null : lockIfFree(path);
  try {
    const promised = await firstTokenSource(settings);
    const db = await openDatabase({ url, authToken, clock, asSecond: true });
    const isStartToSeed = promised !== null;
    const made = await makeSuperAdminToken({ db, clock }, { isStartToSeed }).finally(() =>
      db.close(),
    );
    if (!made) throw new StartRefused(noUser(promised));
    return made;
  } finally {
    lock?.release();
  }
}

const LEFT_OUT =
  'GATEHOUSE_WITHOUT leaves out crm, which has the accounts that such a token opens: take it from that list';

/** Returns where a start finds the token for the first user, or null. */
async function firstTokenSource(settings: Settings): Promise<string | null> {
  if (settings.bootstrapAccessToken !== null) return 'BOOTSTRAP_ACCESS_TOKEN';
  if (settings.environment === 'production') return null;
  const file = secretsPath(settings.dataDir);
  return (await Bun.file(file).exists()) ? `accessToken in ${file}` : null;
}

const noUser = (promised: string | null): string =>
  `the database has no user yet: start the service: it creates a user whose token is ${promised}`;
