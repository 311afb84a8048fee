/** Other changes when a user becomes a member of an account, or stops being one. */
import type { Statement } from '../../../core/db/client.ts';
import { ALWAYS } from '../conditions.ts';
import { isSuperAdmin } from '../roles/rules.ts';

interface NewMembership {
  readonly accountId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly now: number;
  /** The address in the invitation that the person accepted; default: they are added without one. */
  readonly acceptedEmail?: string;
  /** An SQL condition, without which there is no row; default: always. */
  readonly onlyIf?: Statement;
}

/** Fails with `unique` when they are a member, with `constraint` when person or role no longer exist. */
export const insertMembership = (joined: NewMembership): Statement => {
  const { accountId, userId, roleId, now, acceptedEmail = null, onlyIf = ALWAYS } = joined;
  return {
    sql: `insert into memberships (account_id, user_id, role_id, accepted_email, created_at, updated_at)
      select ?, ?, ?, ?, ?, ? where ${onlyIf.sql}`,
    params: [accountId, userId, roleId, acceptedEmail, now, now, ...onlyIf.params],
  };
};

/** A super_admin is a member of every account, so a new one joins the others too. */
export const joinEverywhere = (
  userId: string,
  role: { readonly key: string },
  now: number,
): Statement[] => (isSuperAdmin({ role }) ? [superAdminEverywhere(userId, now)] : []);

/** Makes the user a super_admin of every account, in place of other roles they had. */
export const superAdminEverywhere = (userId: string, now: number): Statement => ({
  sql: `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
    select account_id, ?, id, ?, ? from roles where key = 'super_admin' and is_system = 1
    on conflict (account_id, user_id) do update
    set role_id = excluded.role_id, updated_at = excluded.updated_at
    where role_id <> excluded.role_id`,
  params: [userId, now, now],
});

/** Adds the super admins of another account to a new one; any account has all of them. */
export const joinSuperAdmins = (
  accountId: string,
  roleId: string,
  from: string,
  now: number,
): Statement => ({
  sql: `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
    select ?, m.user_id, ?, ?, ? from memberships m join roles r on r.id = m.role_id
    where m.account_id = ? and r.key = 'super_admin' and r.is_system = 1`,
  params: [accountId, roleId, now, now, from],
});

/** Deletes a person without any membership, and their tokens with them. */
export const leavingThen = (userId: string): Statement[] => [
  {
    sql: 'delete from users where id = ? and not exists (select 1 from memberships where user_id = ?)',
    params: [userId, userId],
  },
];
