/**
 * At least one super_admin always has a usable token. What counts is a token that has not expired, permits all that a
 * super_admin may do, and opens an account where its user is one.
 */
import type { Database, Statement } from '../db/client.ts';
import { refuseUnless } from './conditions.ts';
import { PERMISSIONS } from './permissions/catalogue.ts';
import { permissionsJson } from './roles/rules.ts';

/** Scopes that leave nothing out, as they are stored. */
export const ALL_SCOPES = permissionsJson(PERMISSIONS);

/** How the documentation of tokens says `requireSuperAdmin`. */
export const UNLESS_LAST =
  'The last token with which a super_admin can come in is neither deleted, narrowed nor given an end (409).';

/** Of each such token a row `t`, and `m` for each membership it counts through; parameters: ALL_SCOPES and a time in ms. */
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
 * 409 when a change takes away the last usable token of a super_admin; else the same as a condition for the
 * statement that makes the change, since two of them may come at once. `lost` says which rows of USABLE go,
 * `until` (ms) to when another token must last: by default it only has to be usable at `now`.
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
  await refuseUnless(db, condition, 'No super_admin would have a usable token: make another first');
  return condition;
}
