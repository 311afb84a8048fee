/** Reading the members of inboxes, and the people behind them. */
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { inboxMembers } from '../../db/schema/crm.ts';
import { memberships, roles, users } from '../../db/schema/crm-access.ts';
import type { MemberRow } from '../users/model.ts';
import type { InboxMembership } from './writes.ts';

type Queries = Pick<Database, 'orm'>;

const person = { ...getTableColumns(users), roleId: roles.id, roleKey: roles.key };

/** The members of an inbox, by name without case. */
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
    .select(person)
    .from(inboxMembers)
    .innerJoin(memberships, itsMembership)
    .innerJoin(users, eq(users.id, inboxMembers.userId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(eq(inboxMembers.inboxId, inboxId), eq(inboxMembers.accountId, accountId)));
  return byName(rows);
}

/** In the program, because the database lowers ASCII letters only. */
function byName(rows: readonly MemberRow[]): MemberRow[] {
  const keyed = rows.map((row) => ({ row, key: row.name.toLowerCase() }));
  keyed.sort((a, b) => {
    if (a.key !== b.key) return a.key < b.key ? -1 : 1;
    return a.row.id < b.row.id ? -1 : 1;
  });
  return keyed.map(({ row }) => row);
}

/** Those of `userIds` who are in the account. */
export const peopleAmong = (
  { orm }: Queries,
  accountId: string,
  userIds: readonly string[],
): Promise<MemberRow[]> =>
  orm
    .select(person)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(eq(memberships.accountId, accountId), inArray(memberships.userId, [...userIds])));

/** Where a user is a member. */
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
