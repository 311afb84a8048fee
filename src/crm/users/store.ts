/** The people of an account. Owns: the rows of users and memberships. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Statement } from '../../db/client.ts';
import { memberships, roles, users } from '../../db/schema/crm-access.ts';
import type { Access } from '../guard.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import type { RoleRow } from '../roles/model.ts';
import type { MemberRow } from './model.ts';
import { userWrites, type WriteParts } from './writes.ts';

export type UserRow = typeof users.$inferSelect;

/** What is known of an e-mail address that somebody wants to add. */
interface Known {
  readonly user: UserRow;
  readonly isMember: boolean;
}

export interface UserStore {
  list(accountId: string, page: Page): Promise<{ rows: MemberRow[]; total: number }>;
  find(accountId: string, id: string): Promise<MemberRow | null>;
  findByEmail(accountId: string, email: string): Promise<Known | null>;
  /** The account's role of this key. */
  roleOf(accountId: string, key: string): Promise<RoleRow | null>;
  belongsElsewhere(accountId: string, userId: string): Promise<boolean>;
  /** A new person with their first seat. */
  insert(access: Access, user: UserRow, role: RoleRow): Promise<MemberRow>;
  /** A seat for somebody who has one elsewhere. */
  join(access: Access, user: UserRow, role: RoleRow, now: number): Promise<MemberRow>;
  /** `role` null: stays. */
  update(access: Access, before: MemberRow, change: Change): Promise<MemberRow>;
  /** `onlyIf`: an SQL condition that must still hold then, else Stale. */
  remove(access: Access, before: MemberRow, onlyIf: Statement): Promise<void>;
}

export interface Change {
  readonly now: number;
  readonly fields: Partial<Omit<UserRow, 'id' | 'createdAt' | 'updatedAt'>>;
  readonly role: RoleRow | null;
  /** An SQL condition that must still hold then, else Stale. */
  readonly onlyIf: Statement;
}

export function createUserStore(parts: WriteParts): UserStore {
  return { ...reading(parts), ...userWrites(parts) };
}

const lower = (email: string) => sql`lower(${email})`;

function reading({ db }: Pick<CrmParts, 'db'>) {
  const { orm } = db;
  const members = () =>
    orm
      .select({ ...getTableColumns(users), roleId: roles.id, roleKey: roles.key })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(roles, eq(roles.id, memberships.roleId));
  const seat = (accountId: string, userId: string) =>
    and(eq(memberships.accountId, accountId), eq(memberships.userId, userId));
  return {
    async list(accountId: string, { pageSize, offset }: Page) {
      const rows = await members()
        .where(eq(memberships.accountId, accountId))
        .orderBy(asc(memberships.userId))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: await totalOf(db, accountId, 'users') };
    },
    async find(accountId: string, id: string) {
      const [row] = await members().where(seat(accountId, id)).limit(1);
      return row ?? null;
    },
    async findByEmail(accountId: string, email: string) {
      const [row] = await orm
        .select({ user: getTableColumns(users), seat: memberships.userId })
        .from(users)
        .leftJoin(
          memberships,
          and(eq(memberships.userId, users.id), eq(memberships.accountId, accountId)),
        )
        .where(sql`lower(${users.email}) = ${lower(email)}`)
        .limit(1);
      return row ? { user: row.user, isMember: row.seat !== null } : null;
    },
    async roleOf(accountId: string, key: string) {
      const where = and(eq(roles.accountId, accountId), eq(roles.key, key));
      const [row] = await orm.select().from(roles).where(where).limit(1);
      return row ?? null;
    },
    async belongsElsewhere(accountId: string, userId: string) {
      const elsewhere = 'select 1 from memberships where user_id = ? and account_id <> ? limit 1';
      return (await db.query(elsewhere, [userId, accountId])).length > 0;
    },
  };
}
