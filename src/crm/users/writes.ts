/** Writing people and their seats. Owns: that a person, their seat and the audit row change together. */
import { and, eq, sql } from 'drizzle-orm';
import type { Statement } from '../../db/client.ts';
import { users } from '../../db/schema/crm-access.ts';
import { changed, created, deleted } from '../audit.ts';
import { type AuditedWrite, orConflict } from '../audited-commit.ts';
import { sqlOf } from '../conditions.ts';
import type { Access } from '../guard.ts';
import { createInboxMemberStore } from '../inbox-members/store.ts';
import { removal } from '../inbox-members/writes.ts';
import type { CrmParts } from '../parts.ts';
import type { RoleRow } from '../roles/model.ts';
import { joining, leavingThen, seatEverywhere } from './membership.ts';
import { type MemberRow, toAgent } from './model.ts';
import type { Change, UserRow, UserStore } from './store.ts';

type Writes = Pick<UserStore, 'insert' | 'join' | 'update' | 'remove'>;

export type WriteParts = Pick<CrmParts, 'db' | 'clock' | 'commits'>;

export function userWrites(parts: WriteParts): Writes {
  const { db, commits } = parts;
  const { orm } = db;
  const inboxMembers = createInboxMemberStore(parts);
  const commit = async (access: Access, step: AuditedWrite) => {
    const work = commits.commit(access, [step]);
    await orConflict(orConflict(work, EMAIL_TAKEN), ROLE_GONE, 'constraint');
  };
  return {
    async insert(access, user, role) {
      const row = inRole(user, role);
      const now = user.createdAt;
      await commit(access, {
        write: orm.insert(users).values(user),
        audit: created('users', toAgent(row)),
        also: [
          joining(access.accountId, user.id, role.id, now),
          ...seatEverywhere(user.id, role, now),
        ],
      });
      return row;
    },
    async join(access, user, role, now) {
      const row = inRole(user, role);
      await commit(access, {
        write: joining(access.accountId, user.id, role.id, now),
        audit: created('users', toAgent(row)),
        also: seatEverywhere(user.id, role, now),
      });
      return row;
    },
    async update(access, before, change) {
      const { now, fields, role, onlyIf } = change;
      const after = changedBy(before, change);
      const set = { ...fields, updatedAt: now };
      await commit(access, {
        write: orm
          .update(users)
          .set(set)
          .where(and(sameVersion(access.accountId, before), sqlOf(onlyIf))),
        audit: changed('users', toAgent(before), toAgent(after)),
        also: role
          ? [newRole(access.accountId, after), ...seatEverywhere(after.id, role, now)]
          : [],
      });
      return after;
    },
    async remove(access, before, onlyIf) {
      const left = (await inboxMembers.placesOf(access.accountId, before)).map(removal);
      const steps = [...left.map(({ step }) => step), leaving(access.accountId, before, onlyIf)];
      const told = left.map(({ event }) => event);
      await commits.commit(access, steps, told);
    },
  };
}

const EMAIL_TAKEN = 'A user with this e-mail address exists already';
const ROLE_GONE = 'The role was deleted meanwhile';

const inRole = (user: UserRow, role: RoleRow): MemberRow => ({
  ...user,
  roleId: role.id,
  roleKey: role.key,
});

const changedBy = (before: MemberRow, { now, fields, role }: Change): MemberRow => ({
  ...before,
  ...fields,
  ...(role && { roleId: role.id, roleKey: role.key }),
  updatedAt: now,
});

/** The person as read, in the seat as read. */
const sameVersion = (accountId: string, { id, updatedAt, roleId }: MemberRow) =>
  and(
    eq(users.id, id),
    eq(users.updatedAt, updatedAt),
    sql`exists (select 1 from memberships
      where account_id = ${accountId} and user_id = ${id} and role_id = ${roleId})`,
  );

const newRole = (accountId: string, { id, roleId, updatedAt }: MemberRow): Statement => ({
  sql: 'update memberships set role_id = ?, updated_at = ? where account_id = ? and user_id = ?',
  params: [roleId, updatedAt, accountId, id],
});

const leaving = (accountId: string, before: MemberRow, onlyIf: Statement): AuditedWrite => ({
  write: leaveSeat(accountId, before, onlyIf),
  audit: deleted('users', toAgent(before)),
  also: leavingThen(before.id),
});

/** Places in inboxes go one by one before, so that each is noted and told; a new one is seen here. */
const leaveSeat = (
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
