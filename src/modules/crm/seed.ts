/** Makes the first account and its first user in a database without users. */
import { type Database, faultOf, type Statement } from '../../core/db/client.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { newId } from '../../core/shared/ids.ts';
import type { Log } from '../../core/shared/log.ts';
import type { TokenRow } from './access-tokens/model.ts';
import { systemRoles } from './roles/rules.ts';
import { newToken } from './token-secret.ts';
import { insertMembership } from './users/membership.ts';

interface SeedDeps {
  readonly db: Pick<Database, 'query' | 'batch'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** BOOTSTRAP_ACCESS_TOKEN, or null: no request can be authenticated yet. */
  readonly bootstrapToken: string | null;
}

/**
 * While no user exists, makes the account `Default` and a super_admin who holds the bootstrap token, bound to no
 * account. Without a token it logs one warning, and every request to /api/v1 answers 401. Resolves with whether it has
 * made them, so that the token is valid.
 */
export async function seedFirstUser({
  db,
  clock,
  log,
  bootstrapToken,
}: SeedDeps): Promise<boolean> {
  const users = await db.query('select 1 from users limit 1', []);
  if (users.length > 0) return false;
  if (bootstrapToken === null) {
    log.warn(NO_WAY_IN);
    return false;
  }
  return makeFirstUser(db, bootstrapToken, clock.now());
}

const NO_WAY_IN =
  'BOOTSTRAP_ACCESS_TOKEN is not set and no user exists, so /api/v1 answers 401: run `gatehouse admin token` where the service runs, which makes the first user and prints a token for it, or set the variable and start again';

export const FIRST_EMAIL = 'admin@gatehouse.invalid';

/** Resolves with whether it has made the account and the user: false when another process was first. */
export async function makeFirstUser(
  db: Pick<Database, 'batch'>,
  token: string,
  now: number,
): Promise<boolean> {
  try {
    await db.batch(firstRows(token, now));
    return true;
  } catch (error) {
    if (faultOf(error) !== 'unique') throw error;
    return false;
  }
}

/** Only one process can insert this name, so that of two that start at once only one seeds. */
const CLAIM = 'insert into service_facts (name, value) values (?, ?)';

function firstRows(token: string, now: number): Statement[] {
  const accountId = newId();
  const userId = newId();
  const { inserts, idOf } = systemRoles(accountId, now);
  return [
    { sql: CLAIM, params: ['first-user', userId] },
    {
      sql: `insert into accounts (id, name, locale, status, created_at, updated_at)
        values (?, 'Default', 'en', 'active', ?, ?)`,
      params: [accountId, now, now],
    },
    ...inserts,
    administrator(userId, FIRST_EMAIL, now),
    insertMembership({ accountId, userId, roleId: idOf('super_admin'), now }),
    insertionOf(newToken(userId, 'Bootstrap', token, now)),
  ];
}

/** Inserts a person who has no membership yet. */
export const administrator = (id: string, email: string, now: number): Statement => ({
  sql: `insert into users (id, name, email, created_at, updated_at)
    values (?, 'Administrator', ?, ?, ?)`,
  params: [id, email, now, now],
});

/** Inserts a row that `newToken` has made. */
export const insertionOf = (row: TokenRow): Statement => ({
  sql: `insert into access_tokens
    (id, user_id, name, token_hash, token_prefix, is_own, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, ?)`,
  params: [
    row.id,
    row.userId,
    row.name,
    row.tokenHash,
    row.tokenPrefix,
    row.isOwn ? 1 : 0,
    row.createdAt,
    row.updatedAt,
  ],
});
