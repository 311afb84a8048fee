/** Reads the people of an account with their roles, and decides which role they may get and who may change them. */
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
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
  page: (db, accountId, { pageSize, offset }) =>
    members(db)
      .where(eq(memberships.accountId, accountId))
      .orderBy(asc(memberships.userId))
      .limit(pageSize)
      .offset(offset),
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
