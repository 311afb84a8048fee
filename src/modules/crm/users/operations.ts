/** Operations on the people of an account. */
import { type Static, Type } from '@sinclair/typebox';
import { and, eq, sql } from 'drizzle-orm';
import type { Statement } from '../../../core/db/client.ts';
import { users } from '../../../core/db/schema/crm-access.ts';
import { SuccessEnvelope } from '../../../core/http/envelope.ts';
import { failure } from '../../../core/shared/errors.ts';
import { newId } from '../../../core/shared/ids.ts';
import { changeAudit, creationAudit, deletionAudit, Stale } from '../audited-commit.ts';
import { ALWAYS, allOf, refuseUnless, sqlOf } from '../conditions.ts';
import type { Access } from '../guard.ts';
import { inboxMembershipsOf, removal } from '../inbox-members/members.ts';
import { invite } from '../invitations/invite.ts';
import { InvitedPerson } from '../invitations/model.ts';
import { camelCased } from '../names.ts';
import { Deleted, type Operation, operation } from '../operation.ts';
import { refuseNarrowed } from '../own-name.ts';
import type { CrmParts } from '../parts.ts';
import { changeOne, getOperation, listOperation } from '../records.ts';
import type { RoleRow } from '../roles/model.ts';
import { isSuperAdmin } from '../roles/rules.ts';
import { memberLost, requireSuperAdmin } from '../super-admins.ts';
import { insertMembership, joinEverywhere, leavingThen } from './membership.ts';
import { Agent, type MemberRow, NewUser, toAgent, UserChange, type UserRow } from './model.ts';
import {
  commitMember,
  grantable,
  IF_WEAKER,
  isFreeFor,
  isFreeIn,
  isInUse,
  refuseStrongerUser,
  userKind,
} from './rows.ts';

const createUser = operation('POST /api/v1/users', {
  permission: 'users.create',
  summary: 'Add a person to the account',
  description:
    'Adds a person in the role that you name, `agent` by default. The role holds at most what the caller holds; only a super_admin, with a token bound to no account, gives `super_admin`. If another account has a person with this address, the answer is an invitation (202) with a secret, which is shown only here. Hand the secret to the person, who accepts the invitation with it and a token of their own, and joins under the name they have there; `name` and `display_name` are not used. Inviting the address again changes nothing and answers with the same invitation, without its secret; renew the invitation for another secret. With `"new_person": true` the person is new in any case (201), and shares nothing with those of other accounts.',
  body: NewUser,
  answer: Type.Union([Agent, InvitedPerson]),
  answers: { 201: SuccessEnvelope(Agent), 202: SuccessEnvelope(InvitedPerson) },
  status: (made) => ('status' in made ? 202 : 201),
  message: (made) => ('status' in made ? 'User invited successfully' : 'User created successfully'),
  /**
   * Throws 422 for an unknown role, or one that permits more than the caller has; 409 for the address of a member, or
   * when too many invitations are open.
   */
  async run(parts, access, { body }) {
    const { db } = parts;
    const role = await grantable(db, access, body.role ?? 'agent');
    await refuseUnless(db, isFreeIn(access.accountId, body.email), 'email_taken');
    const isNew = body.new_person === true || !(await isInUse(db, body.email));
    return isNew
      ? addPerson(parts, access, newUser(body, parts.clock.now()), role)
      : invite(parts, access, { email: body.email, role });
  },
});

const newUser = (fields: Static<typeof NewUser>, now: number): UserRow => ({
  id: newId(),
  name: fields.name,
  displayName: fields.display_name ?? '',
  email: fields.email,
  availabilityStatus: 'offline',
  autoOffline: false,
  avatarUrl: null,
  createdAt: now,
  updatedAt: now,
});

/** Throws 409 when a concurrent request has added a member with the address first. */
async function addPerson(
  parts: CrmParts,
  access: Access,
  user: UserRow,
  role: RoleRow,
): Promise<Agent> {
  const { accountId } = access;
  const { id: userId, email, createdAt: now } = user;
  const after = toAgent({ ...user, roleId: role.id, roleKey: role.key, acceptedEmail: null });
  const step = {
    first: [parts.db.orm.insert(users).values(user)],
    write: insertMembership({
      accountId,
      userId,
      roleId: role.id,
      now,
      onlyIf: isFreeIn(accountId, email),
    }),
    audit: creationAudit('users', after),
    answer: after,
    also: joinEverywhere(userId, role, now),
  };
  try {
    await commitMember(parts, access, step);
  } catch (error) {
    throw error instanceof Stale ? failure('email_taken') : error;
  }
  return after;
}

const updateUser = operation('PATCH /api/v1/users/:id', {
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

const deleteUser = operation('DELETE /api/v1/users/:id', {
  permission: 'users.delete',
  summary: 'Remove a person from the account',
  description: `Removes the person from the account; a person without another account is deleted, and their tokens with them. ${IF_WEAKER}`,
  answer: Deleted,
  message: 'User deleted successfully',
  /** Throws 404, 412, 403 for a user who may do more, 409 for oneself or the last super_admin. */
  run(parts, access, { request, params: { id } }) {
    const { db } = parts;
    async function write(before: MemberRow, now: number) {
      await refuseStrongerUser(db, access, id);
      if (id === access.userId) throw failure('own_removal');
      const lost = memberLost(access.accountId, id);
      await endMembership(parts, access, before, await requireSuperAdmin(db, lost, now));
      return { id };
    }
    return changeOne(parts, access, { kind: userKind, request, id }, write);
  },
});

/**
 * Ends the membership, with the memberships in the account's inboxes. `onlyIf` is an SQL condition that must still hold
 * when it is written, else it throws Stale.
 */
export async function endMembership(
  parts: CrmParts,
  access: Access,
  before: MemberRow,
  onlyIf: Statement,
): Promise<void> {
  const { accountId } = access;
  const inboxMemberships = await inboxMembershipsOf(parts.db, accountId, before);
  const removals = inboxMemberships.map(removal);
  const last = {
    write: deletion(accountId, before, onlyIf),
    audit: deletionAudit('users', toAgent(before)),
    also: leavingThen(before.id),
  };
  await parts.commits.commit(access, [...removals, last]);
}

/** Memberships in inboxes go one by one before, each with its audit row and event; a new one is seen here. */
const deletion = (
  accountId: string,
  { id, updatedAt, roleId }: MemberRow,
  onlyIf: Statement,
): Statement => ({
  sql: `delete from memberships where account_id = ? and user_id = ? and role_id = ?
    and exists (select 1 from users where id = ? and updated_at = ?)
    and not exists (select 1 from inbox_members where account_id = ? and user_id = ?)
    and ${onlyIf.sql}`,
  params: [accountId, id, roleId, id, updatedAt, accountId, id, ...onlyIf.params],
});

/** In the order of the documentation. */
export const USER_OPERATIONS: readonly Operation[] = [
  listOperation('GET /api/v1/users', userKind, { summary: 'List the people of the account' }),
  getOperation('GET /api/v1/users/:id', userKind, { summary: 'Get a person of the account' }),
  createUser,
  updateUser,
  deleteUser,
];
