/**
 * Ensures that a super_admin always has a usable token: one that has not expired, permits all that a super_admin may
 * do, and opens an account where its user is one.
 */
import type { Database, Statement } from '../../core/db/client.ts';
import { refuseUnless } from './conditions.ts';
import { PERMISSIONS } from './permissions/catalogue.ts';
import { permissionsJson } from './roles/rules.ts';

/** The stored form of scopes that omit nothing. */
export const ALL_SCOPES = permissionsJson(PERMISSIONS);

/** The documentation's sentence for `requireSuperAdmin`. */
export const UNLESS_LAST =
  'The last token with which a super_admin can come in cannot be deleted, narrowed or given an end (409).';

/**
 * Selects each such token as `t`, and as `m` each membership through which it counts; parameters: ALL_SCOPES and a time
 * in ms.
 */
const USABLE = `select 1 from roles r join memberships m on m.role_id = r.id
  join access_tokens t on t.user_id = m.user_id and (t.bound_to is null or t.bound_to = m.account_id)
  where r.is_system = 1 and r.key = 'super_admin'
  and (t.scopes is null or t.scopes = ?) and (t.expires_at is null or t.expires_at > ?)`;

export const tokenLost = (id: string): Statement => ({ sql: 't.id = ?', params: [id] });

export const memberLost = (accountId: string, userId: string): Statement => ({
  sql: '(m.account_id = ? and m.user_id = ?)',
  params: [accountId, userId],
});

export const accountLost = (id: string): Statement => ({ sql: 'm.account_id = ?', params: [id] });

/**
 * Throws 409 when a change removes the last usable token of a super_admin. Returns the same condition for the statement
 * that makes the change, since two changes may be concurrent. `lost` selects the rows of USABLE that are removed;
 * another token must be valid until `until` (ms), by default only at `now`.
 */
export async function requireSuperAdmin(
  db: Pick<Database, 'query'>,
  lost: Statement,
  now: number,
  until = now,
): Promise<Statement> {
  const condition = {
    sql: `(not exists (${USABLE} and ${lost.sql}) or exists (${USABLE} and not ${lost.sql}))`,
    params: [ALL_SCOPES, now, ...lost.params, ALL_SCOPES, until, ...lost.params],
  };
  await refuseUnless(db, condition, 'super_admin_needed');
  return condition;
}
