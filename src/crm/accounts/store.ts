/** Accounts. Owns: their rows, and everything that comes and goes with one. */
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { Statement } from '../../db/client.ts';
import { accounts, memberships } from '../../db/schema/crm-access.ts';
import { changed, created, deleted } from '../audit.ts';
import { sqlOf } from '../conditions.ts';
import type { Access } from '../guard.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { systemRoles } from '../roles/system-roles.ts';
import { joinSuperAdmins } from '../users/membership.ts';
import { type AccountRow, toAccount } from './model.ts';

type Fields = Partial<Pick<AccountRow, 'name' | 'locale' | 'supportEmail' | 'status'>>;

interface AccountStore {
  /** The accounts the user is a member of; of a bound token the one. */
  list(access: Access, page: Page): Promise<{ rows: AccountRow[]; total: number }>;
  find(id: string): Promise<AccountRow | null>;
  /** Another account of the user, the oldest; null: there is none. */
  anotherOf(userId: string, id: string): Promise<string | null>;
  /** With its system roles, its maker and every super_admin. */
  insert(access: Access, row: AccountRow): Promise<void>;
  update(access: Access, before: AccountRow, now: number, change: Fields): Promise<AccountRow>;
  /** With everything in it. */
  remove(access: Access, before: AccountRow, options: Removal): Promise<void>;
}

interface Removal {
  /** The account that keeps the audit row. */
  readonly auditedIn: string;
  /** An SQL condition that must still hold then, else Stale. */
  readonly onlyIf: Statement;
}

export function createAccountStore({
  db,
  commits,
}: Pick<CrmParts, 'db' | 'commits'>): AccountStore {
  const { orm } = db;
  const version = ({ id, updatedAt }: AccountRow) =>
    and(eq(accounts.id, id), eq(accounts.updatedAt, updatedAt));
  return {
    async list({ userId, boundTo }, { pageSize, offset }) {
      const mine = eq(memberships.userId, userId);
      const rows = await orm
        .select(getTableColumns(accounts))
        .from(memberships)
        .innerJoin(accounts, eq(accounts.id, memberships.accountId))
        .where(boundTo === null ? mine : and(mine, eq(memberships.accountId, boundTo)))
        .orderBy(asc(memberships.accountId))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: boundTo === null ? await totalOf(db, userId, 'accounts') : 1 };
    },
    async find(id) {
      const [row] = await orm.select().from(accounts).where(eq(accounts.id, id)).limit(1);
      return row ?? null;
    },
    async anotherOf(userId, id) {
      const sql = `select account_id from memberships
        where user_id = ? and account_id <> ? order by account_id limit 1`;
      const [row] = await db.query(sql, [userId, id]);
      return row ? String(row[0]) : null;
    },
    async insert(access, row) {
      const { inserts, idOf } = systemRoles(row.id, row.createdAt);
      const also = [
        ...inserts,
        joinSuperAdmins(row.id, idOf('super_admin'), access.accountId, row.createdAt),
        joinMaker(access, row, idOf('account_owner')),
      ];
      const audit = created('accounts', toAccount(row));
      await commits.commit(access, [{ write: orm.insert(accounts).values(row), audit, also }]);
    },
    async update(access, before, now, change) {
      const after = { ...before, ...change, updatedAt: now };
      const write = orm
        .update(accounts)
        .set({ ...change, updatedAt: now })
        .where(version(before));
      const audit = changed('accounts', toAccount(before), toAccount(after));
      await commits.commit(access, [{ write, audit }]);
      return after;
    },
    async remove(access, before, { auditedIn, onlyIf }) {
      const audit = { ...deleted('accounts', toAccount(before)), accountId: auditedIn };
      const write = orm.delete(accounts).where(and(version(before), sqlOf(onlyIf)));
      await commits.commit(access, [{ first: leaving(before.id), write, audit }]);
    },
  };
}

/** A super_admin has been seated already. */
const joinMaker = (access: Access, { id, createdAt }: AccountRow, roleId: string): Statement => ({
  sql: `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
    values (?, ?, ?, ?, ?) on conflict (account_id, user_id) do nothing`,
  params: [id, access.userId, roleId, createdAt, createdAt],
});

/** Who has no other account goes along, and their tokens with them. */
const leaving = (id: string): Statement[] => [
  {
    sql: `delete from users where id in (select user_id from memberships where account_id = ?)
      and not exists (select 1 from memberships where user_id = users.id and account_id <> ?)`,
    params: [id, id],
  },
];
