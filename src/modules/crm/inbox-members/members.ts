/** Reads the members of inboxes, and writes them one step each, with audit entry and event. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../core/db/client.ts';
import { inboxMembers } from '../../../core/db/schema/crm.ts';
import { memberships, roles, users } from '../../../core/db/schema/crm-access.ts';
import type { Audit, AuditedWrite } from '../audited-commit.ts';
import { type Agent, type MemberRow, toAgent } from '../users/model.ts';
import { MEMBER, members } from '../users/rows.ts';

type Queries = Pick<Database, 'orm'>;

/** Returns the members of an inbox, by name without case. */
export async function membersOf(
  { orm }: Queries,
  accountId: string,
  inboxId: string,
): Promise<MemberRow[]> {
  const itsMembership = and(
    eq(memberships.accountId, inboxMembers.accountId),
    eq(memberships.userId, inboxMembers.userId),
  );
  const rows = await orm
    .select(MEMBER)
    .from(inboxMembers)
    .innerJoin(memberships, itsMembership)
    .innerJoin(users, eq(users.id, inboxMembers.userId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(eq(inboxMembers.inboxId, inboxId), eq(inboxMembers.accountId, accountId)));
  return byName(rows);
}

/** Sorted here, because the database lowers only ASCII letters. */
function byName(rows: readonly MemberRow[]): MemberRow[] {
  const keyed = rows.map((row) => ({ row, key: row.name.toLowerCase() }));
  keyed.sort((a, b) => {
    if (a.key !== b.key) return a.key < b.key ? -1 : 1;
    return a.row.id < b.row.id ? -1 : 1;
  });
  return keyed.map(({ row }) => row);
}

/** Returns those of `userIds` who are in the account. */
export const peopleAmong = (
  db: Queries,
  accountId: string,
  userIds: readonly string[],
): Promise<MemberRow[]> =>
  members(db).where(
    and(eq(memberships.accountId, accountId), inArray(memberships.userId, [...userIds])),
  );

/** Returns the inboxes of which a user is a member. */
export async function inboxMembershipsOf(
  { orm }: Queries,
  accountId: string,
  user: MemberRow,
): Promise<InboxMembership[]> {
  const where = and(eq(inboxMembers.accountId, accountId), eq(inboxMembers.userId, user.id));
  const { inboxId } = inboxMembers;
  const rows = await orm.select({ inboxId }).from(inboxMembers).where(where);
  return rows.map((row) => ({ accountId, inboxId: row.inboxId, user }));
}

/** A membership of an inbox, and whose it is. */
interface InboxMembership {
  readonly accountId: string;
  readonly inboxId: string;
  readonly user: MemberRow;
}

/** Breaks a unique index when the user is a member, a foreign key when user or inbox no longer exist. */
export function addition({ accountId, inboxId, user }: InboxMembership, now: number): AuditedWrite {
  const after = toInboxMember(inboxId, user);
  return {
    write: {
      sql: 'insert into inbox_members (inbox_id, user_id, account_id, created_at) values (?, ?, ?, ?)',
      params: [inboxId, user.id, accountId, now],
    },
    audit: audited('create', inboxId, null, after),
    events: [{ type: 'inbox_member.added', order: inboxId, previous: null, current: after }],
  };
}

/** Throws Stale when the user is not a member. */
export function removal({ accountId, inboxId, user }: InboxMembership): AuditedWrite {
  const before = toInboxMember(inboxId, user);
  return {
    write: {
      sql: 'delete from inbox_members where inbox_id = ? and user_id = ? and account_id = ?',
      params: [inboxId, user.id, accountId],
    },
    audit: audited('delete', inboxId, before, null),
    events: [{ type: 'inbox_member.removed', order: inboxId, previous: before, current: null }],
  };
}

/** Members have no id of their own, so they are found by their inbox's. */
const audited = (
  action: string,
  resourceId: string,
  before: object | null,
  after: object | null,
): Audit => ({ action, resource: 'inbox_members', resourceId, before, after });

/** Shows a member as audit rows and events do. */
const toInboxMember = (inboxId: string, row: MemberRow): Agent & { inbox_id: string } => ({
  inbox_id: inboxId,
  ...toAgent(row),
});
