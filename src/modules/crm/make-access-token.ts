/** Makes a new token that opens every account, for when none works any more. */
import type { Settings } from '../../core/config/config.ts';
import type { Database } from '../../core/db/client.ts';
import { lockIfFree } from '../../core/db/lock.ts';
import { openDatabase } from '../../core/db/open.ts';
import { StartRefused } from '../../core/process/refusal.ts';
import { secretsPath } from '../../core/process/secrets-file.ts';
import { type Clock, systemClock } from '../../core/shared/clock.ts';
import { databasePath } from '../../core/shared/database-url.ts';
import { newId } from '../../core/shared/ids.ts';
import { toAccessToken } from './access-tokens/model.ts';
import { createAuditedCommitter, creationAudit } from './audited-commit.ts';
import { administrator, FIRST_EMAIL, insertionOf, makeFirstUser } from './seed.ts';
import { newToken, newTokenSecret } from './token-secret.ts';
import { superAdminEverywhere } from './users/membership.ts';

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
    const db = await openDatabase({ url, authToken, clock, isSecond: true });
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

// Makes a token for a super_admin when none has a usable one; it runs on the machine itself and is audited like every
// other.

type Deps = { readonly db: Pick<Database, 'query' | 'batch'>; readonly clock: Pick<Clock, 'now'> };

interface MadeToken {
  /** The secret, which is stored nowhere. */
  readonly token: string;
  /** The e-mail address of its owner. */
  readonly email: string;
}

/** Selects the user who is super_admin in most accounts, then the oldest one; ids begin with a time. */
const SUPER_ADMIN = `select u.id, u.email, min(m.account_id)
  from roles r join memberships m on m.role_id = r.id join users u on u.id = m.user_id
  where r.is_system = 1 and r.key = 'super_admin'
  group by u.id order by count(*) desc, u.id limit 1`;
const OLDEST_ACCOUNT = 'select id from accounts order by id limit 1';

/**
 * Makes a token of a super_admin that opens every account and does not expire, and makes a super_admin if nobody is
 * one. In a database without accounts it makes the first account with its user, as a first start does, or returns null
 * if that is left to the start, which has a token to give.
 */
export async function makeSuperAdminToken(
  deps: Deps,
  { isStartToSeed }: { readonly isStartToSeed: boolean },
): Promise<MadeToken | null> {
  const { db, clock } = deps;
  const [found] = await db.query(SUPER_ADMIN, []);
  const [account] = found ? [[found[2]]] : await db.query(OLDEST_ACCOUNT, []);
  if (!account) {
    if (isStartToSeed) return null;
    const first = newTokenSecret();
    const isMade = await makeFirstUser(db, first, clock.now());
    return isMade
      ? { token: first, email: FIRST_EMAIL }
      : makeSuperAdminToken(deps, { isStartToSeed: true });
  }
  const userId = found ? String(found[0]) : newId();
  const email = found ? String(found[1]) : `${userId}@gatehouse.invalid`;
  const now = clock.now();
  const token = newTokenSecret();
  const row = newToken(userId, 'Made by the command access-token', token, now);
  const person = [administrator(userId, email, now), superAdminEverywhere(userId, now)];
  const author = { accountId: String(account[0]), userId, tokenId: row.id, requestId: 'command' };
  const audit = { ...creationAudit('access_tokens', toAccessToken(row)), action: 'recover' };
  const commits = createAuditedCommitter((_, statements) => db.batch(statements), clock);
  const step = { first: found ? [] : person, write: insertionOf(row), audit };
  await commits.commit(author, [step]);
  return { token, email };
}
