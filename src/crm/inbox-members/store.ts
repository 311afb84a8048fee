/** The members of an inbox. Owns: their rows, and the people behind them. */
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import { inboxMembers } from '../../db/schema/crm.ts';
import { memberships, roles, users } from '../../db/schema/crm-access.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import type { MemberRow } from '../users/model.ts';
import { addition, type InboxMembership, removal } from './writes.ts';

interface InboxMemberStore {
  /** The members of an inbox, by name without case. */
  list(accountId: string, inboxId: string): Promise<MemberRow[]>;
  isMember(accountId: string, inboxId: string, userId: string): Promise<boolean>;
  /** Those of `userIds` who are in the account. */
  people(accountId: string, userIds: readonly string[]): Promise<MemberRow[]>;
  /** Where a user is a member. */
  placesOf(accountId: string, user: MemberRow): Promise<InboxMembership[]>;
  /** All of it or nothing; Stale, or a broken constraint, when it is no longer as it was read. */
  write(
    access: Access,
    added: readonly InboxMembership[],
    removed: readonly InboxMembership[],
  ): Promise<void>;
}

const IS_MEMBER =
  'select 1 from inbox_members where inbox_id = ? and user_id = ? and account_id = ?';

type Parts = Pick<CrmParts, 'db' | 'commits' | 'clock'>;

export function createInboxMemberStore({ db, commits, clock }: Parts): InboxMemberStore {
  const { orm } = db;
  const person = { ...getTableColumns(users), roleId: roles.id, roleKey: roles.key };
  const ofSeat = and(
    eq(memberships.accountId, inboxMembers.accountId),
    eq(memberships.userId, inboxMembers.userId),
  );
  return {
    async list(accountId, inboxId) {
      const rows = await orm
        .select(person)
        .from(inboxMembers)
        .innerJoin(memberships, ofSeat)
        .innerJoin(users, eq(users.id, inboxMembers.userId))
        .innerJoin(roles, eq(roles.id, memberships.roleId))
        .where(and(eq(inboxMembers.inboxId, inboxId), eq(inboxMembers.accountId, accountId)));
      return byName(rows);
    },
    isMember: async (accountId, inboxId, userId) =>
      (await db.query(IS_MEMBER, [inboxId, userId, accountId])).length > 0,
    people: (accountId, userIds) =>
      orm
        .select(person)
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .innerJoin(roles, eq(roles.id, memberships.roleId))
        .where(
          and(eq(memberships.accountId, accountId), inArray(memberships.userId, [...userIds])),
        ),
    async placesOf(accountId, user) {
      const where = and(eq(inboxMembers.accountId, accountId), eq(inboxMembers.userId, user.id));
      const { inboxId } = inboxMembers;
      const rows = await orm.select({ inboxId }).from(inboxMembers).where(where);
      return rows.map((row) => ({ accountId, inboxId: row.inboxId, user }));
    },
    async write(access, added, removed) {
      const now = clock.now();
      const steps = [...removed.map(removal), ...added.map((place) => addition(place, now))];
      await commits.commit(access, steps);
    },
  };
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
