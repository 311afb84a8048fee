/** PATCH /api/v1/users/:id */
import { and, eq, sql } from 'drizzle-orm';
import type { Statement } from '../../../core/db/client.ts';
import { users } from '../../../core/db/schema/crm-access.ts';
import { failure } from '../../../core/shared/errors.ts';
import { changeAudit } from '../audited-commit.ts';
import { ALWAYS, allOf, refuseUnless, sqlOf } from '../conditions.ts';
import type { Access } from '../guard.ts';
import { camelCased } from '../names.ts';
import { operation } from '../operation.ts';
import { refuseNarrowed } from '../own-name.ts';
import type { CrmParts } from '../parts.ts';
import { changeOne } from '../records.ts';
import type { RoleRow } from '../roles/model.ts';
import { isSuperAdmin } from '../roles/rules.ts';
import { memberLost, requireSuperAdmin } from '../super-admins.ts';
import { isFreeFor } from './address.ts';
import { joinEverywhere } from './membership.ts';
import { Agent, type MemberRow, toAgent, UserChange, type UserRow } from './model.ts';
import { commitMember, grantable, IF_WEAKER, refuseStrongerUser, userKind } from './rows.ts';

export const updateUser = operation('PATCH /api/v1/users/:id', {
  permission: 'users.update',
  summary: 'Change a person or their role',
  description: `Changes a person. ${IF_WEAKER} To change its own user a token must permit all that the user may do; for \`availability_status\` and \`auto_offline\` the permission is enough. A person of several accounts is changed by a super_admin, or by themselves with a token that nobody else made for them. Only a super_admin, with a token bound to no account, makes somebody a super_admin.`,
  example: { body: { availability_status: 'online' } },
  body: UserChange,
  answer: Agent,
  message: 'User updated successfully',
  /**
   * Throws 422 for a role as in `createUser`, 404, 412, 403 for a user who may do more or belongs to another account,
   * 409 for the own role, the address of another member, or the last super_admin.
   */
  async run(parts, access, { request, params: { id }, body }) {
    const { db } = parts;
    const { role: roleKey, ...plain } = body;
    const role = roleKey === undefined ? null : await grantable(db, access, roleKey);
    const fields = camelCased(plain);
    async function write(before: MemberRow, now: number): Promise<Agent> {
      await refuseUnpermitted(db, access, id, fields);
      const isMoved = role !== null && role.id !== before.roleId;
      if (isMoved && id === access.userId) throw failure('own_role');
      const lost = memberLost(access.accountId, id);
      const onlyIf = allOf(
        isMoved ? await requireSuperAdmin(db, lost, now) : ALWAYS,
        fields.email === undefined ? ALWAYS : await requireFreeAddress(db, id, fields.email),
      );
      return commit(parts, access, before, { fields, role, onlyIf, now });
    }
    return changeOne(parts, access, { kind: userKind, request, id }, write);
  },
});

/** Fields that say where a person is, not who they are. */
const PRESENCE: readonly string[] = ['availabilityStatus', 'autoOffline'];

/**
 * Throws 403 for a user who may do more, also where a token changes its own user: its secret may be known to a program
 * that was given it for one task.
 */
async function refuseUnpermitted(
  db: CrmParts['db'],
  access: Access,
  id: string,
  fields: object,
): Promise<void> {
  const names = Object.keys(fields);
  if (id !== access.userId) await refuseStrongerUser(db, access, id);
  else if (names.some((name) => !PRESENCE.includes(name))) await refuseNarrowed(db, access);
  if (names.length > 0) await refuseForeign(db, access, id);
}

/** Returns the condition for the statement too. Throws 409 when another member of their accounts has the address. */
async function requireFreeAddress(
  db: CrmParts['db'],
  id: string,
  email: string,
): Promise<Statement> {
  const condition = isFreeFor(id, email);
  await refuseUnless(db, condition, 'email_taken');
  return condition;
}

/**
 * Throws 403 for a member of other accounts too, since no single account's administrators may change them, nor act in
 * their name to do so: a token that those made for them has scopes.
 */
async function refuseForeign(db: CrmParts['db'], access: Access, id: string): Promise<void> {
  const isSelf = id === access.userId && (access.isOwn || access.scopes === null);
  if (isSelf || isSuperAdmin(access)) return;
  const elsewhere = 'select 1 from memberships where user_id = ? and account_id <> ? limit 1';
  if ((await db.query(elsewhere, [id, access.accountId])).length === 0) return;
  throw failure('user_of_other_accounts');
}

interface Change {
  readonly fields: Partial<UserRow>;
  /** Null when it stays. */
  readonly role: RoleRow | null;
  /** An SQL condition that must still hold when it is written, else it throws Stale. */
  readonly onlyIf: Statement;
  readonly now: number;
}

async function commit(
  parts: CrmParts,
  access: Access,
  before: MemberRow,
  { fields, role, onlyIf, now }: Change,
): Promise<Agent> {
  const { accountId } = access;
  const { id } = before;
  const change = { ...fields, updatedAt: now };
  const inRole = role && { roleId: role.id, roleKey: role.key };
  const after = toAgent({ ...before, ...change, ...inRole });
  await commitMember(parts, access, {
    write: parts.db.orm
      .update(users)
      .set(change)
      .where(and(asRead(accountId, before), sqlOf(onlyIf))),
    audit: changeAudit('users', toAgent(before), after),
    also: role ? [newRole(accountId, id, role.id, now), ...joinEverywhere(id, role, now)] : [],
  });
  return after;
}

/** Matches the person and the membership as they were read. */
const asRead = (accountId: string, { id, updatedAt, roleId }: MemberRow) =>
  and(
    eq(users.id, id),
    eq(users.updatedAt, updatedAt),
    sql`exists (select 1 from memberships
      where account_id = ${accountId} and user_id = ${id} and role_id = ${roleId})`,
  );

const newRole = (accountId: string, id: string, roleId: string, now: number): Statement => ({
  sql: 'update memberships set role_id = ?, updated_at = ? where account_id = ? and user_id = ?',
  params: [roleId, now, accountId, id],
});
