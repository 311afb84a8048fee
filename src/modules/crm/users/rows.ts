/** Reads the people of an account with their roles, and decides which role they may get and who may change them. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../core/db/client.ts';
import { memberships, roles, users } from '../../../core/db/schema/crm-access.ts';
import { membershipOfUser } from '../account.ts';
import { type AuditedWrite, orConflict } from '../audited-commit.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import type { RecordKind } from '../records.ts';
import type { RoleRow } from '../roles/model.ts';
import { refuseStronger, refuseUngranted } from '../roles/rules.ts';
import { Agent, type MemberRow, toAgent } from './model.ts';

/** The columns of a MemberRow. */
export const MEMBER = {
  ...getTableColumns(users),
  roleId: roles.id,
  roleKey: roles.key,
  acceptedEmail: memberships.acceptedEmail,
};

export const members = ({ orm }: Pick<CrmParts['db'], 'orm'>) =>
  orm
    .select(MEMBER)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(roles, eq(roles.id, memberships.roleId));

export const userKind: RecordKind<MemberRow, typeof Agent> = {
  what: 'user',
  plural: 'users',
  resource: 'users',
  answer: Agent,
  show: toAgent,
  async find(db, accountId, id) {
    const membership = and(eq(memberships.accountId, accountId), eq(memberships.userId, id));
    const [row] = await members(db).where(membership).limit(1);
    return row ?? null;
  },
  listed: {
    id: memberships.userId,
    searched: { name: users.name, display_name: users.displayName, email: users.email },
    sorted: {
      role: roles.key,
      availability_status: users.availabilityStatus,
      created_at: users.createdAt,
      updated_at: users.updatedAt,
    },
  },
  select: (db, accountId, matches) =>
    members(db).where(and(eq(memberships.accountId, accountId), matches)),
};

/** Commits what makes or changes a member. Throws 409 when the role is gone. */
export async function commitMember(
  { commits }: Pick<CrmParts, 'commits'>,
  access: Access,
  step: AuditedWrite,
): Promise<void> {
  await orConflict(commits.commit(access, [step]), 'role_deleted', 'constraint');
}

/** The documentation's sentence for `refuseStrongerUser`. */
export const IF_WEAKER =
  'Refuses (403) to change a person who may do more here than the caller’s token permits.';

/** Returns the account's role of this key when the caller may give it; else throws 422. */
export async function grantable(
  { orm }: Pick<CrmParts['db'], 'orm'>,
  access: Access,
  key: string,
): Promise<RoleRow> {
  const where = and(eq(roles.accountId, access.accountId), eq(roles.key, key));
  const [role] = await orm.select().from(roles).where(where).limit(1);
  if (!role) throw unprocessable('role', 'role_unknown');
  refuseUngranted(access, role);
  return role;
}

/** Throws 403 for a user with more permissions than the caller's token, who may be the token's own user. */
export async function refuseStrongerUser(
  db: Pick<CrmParts['db'], 'query'>,
  access: Access,
  id: string,
): Promise<void> {
  const member = await membershipOfUser(db, id, access.accountId);
  if (member) refuseStronger(access, member);
}

// Within one account an e-mail address belongs to one member. Between accounts it belongs to nobody, since no account
// can know whose it is: any number of them may have a person with the same one.

/** Returns an SQL condition: no member of the account has the address. */
export const isFreeIn = (accountId: string, email: string): Statement => ({
  sql: `not exists (select 1 from users u join memberships m on m.user_id = u.id
    where lower(u.email) = lower(?) and m.account_id = ?)`,
  params: [email, accountId],
});

/** Returns an SQL condition: in no account of this person does another member have the address. */
export const isFreeFor = (userId: string, email: string): Statement => ({
  sql: `not exists (select 1 from users u join memberships m on m.user_id = u.id
    join memberships own on own.account_id = m.account_id
    where lower(u.email) = lower(?) and u.id <> ? and own.user_id = ?)`,
  params: [email, userId, userId],
});

/** Tells whether a person of any account has the address. */
export async function isInUse({ orm }: Pick<Database, 'orm'>, email: string): Promise<boolean> {
  const rows = orm.select({ id: users.id }).from(users);
  const [row] = await rows.where(sql`lower(${users.email}) = lower(${email})`).limit(1);
  return row !== undefined;
}
