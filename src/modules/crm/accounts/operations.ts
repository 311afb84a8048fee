/** Operations on accounts. */
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { Statement } from '../../../core/db/client.ts';
import { accounts, memberships } from '../../../core/db/schema/crm-access.ts';
import { failure } from '../../../core/shared/errors.ts';
import { newId } from '../../../core/shared/ids.ts';
import { changeAudit, creationAudit, deletionAudit } from '../audited-commit.ts';
import { sqlOf } from '../conditions.ts';
import type { Access } from '../guard.ts';
import { type ListedRows, readPage, totalOf } from '../list.ts';
import { camelCased } from '../names.ts';
import { Deleted, type Operation, operation, pageOperation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { changeOne, getOperation } from '../records.ts';
import { systemRoles } from '../roles/rules.ts';
import { accountLost, requireSuperAdmin } from '../super-admins.ts';
import { joinSuperAdmins } from '../users/membership.ts';
import { admitToAccounts, admitToOneAccount } from './admission.ts';
import {
  Account,
  AccountChange,
  type AccountRow,
  accountKind,
  accountVersion,
  NewAccount,
  toAccount,
} from './model.ts';

const listAccounts = pageOperation('GET /api/v1/accounts', {
  permission: 'accounts.read',
  summary: 'List the accounts of the current user',
  agent: { tool: 'list_accounts', effect: 'reads' },
  admit: admitToAccounts,
  listed: accountKind.listed,
  answer: Account,
  message: 'Accounts retrieved successfully',
  /** A bound token sees only its account. */
  async run({ db }, { userId, boundTo }, { page }) {
    const isOpen = boundTo === null ? undefined : eq(memberships.accountId, boundTo);
    const isListed = and(eq(memberships.userId, userId), isOpen);
    const listed: ListedRows<AccountRow> = {
      select: (condition) =>
        db.orm
          .select(getTableColumns(accounts))
          .from(memberships)
          .innerJoin(accounts, eq(accounts.id, memberships.accountId))
          .where(and(isListed, condition)),
      order: [asc(memberships.accountId)],
      total: async () => (boundTo === null ? totalOf(db, userId, 'accounts') : 1),
    };
    const { rows, total } = await readPage(db, listed, page);
    return { data: rows.map(toAccount), total };
  },
});

const createAccount = operation('POST /api/v1/accounts', {
  permission: 'accounts.create',
  summary: 'Create an account',
  description:
    'Creates an account with the system roles; its creator and every super_admin are members of it.',
  admit: admitToAccounts,
  body: NewAccount,
  answer: Account,
  message: 'Account created successfully',
  async run({ db, clock, commits }, access, { body }) {
    const now = clock.now();
    const row: AccountRow = {
      id: newId(),
      name: body.name,
      locale: body.locale ?? 'en',
      supportEmail: body.support_email ?? null,
      status: 'active',
      createdAt: now,
      updatedAt: now,
    };
    const { inserts, idOf } = systemRoles(row.id, now);
    const also = [
      ...inserts,
      joinSuperAdmins(row.id, idOf('super_admin'), access.accountId, now),
      joinMaker(access, row, idOf('account_owner')),
    ];
    const write = db.orm.insert(accounts).values(row);
    const answer = toAccount(row);
    await commits.commit(access, [
      { write, audit: creationAudit('accounts', answer), answer, also },
    ]);
    return answer;
  },
});

/** A super_admin is a member already. */
const joinMaker = (access: Access, { id, createdAt }: AccountRow, roleId: string): Statement => ({
  sql: `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
    values (?, ?, ?, ?, ?) on conflict (account_id, user_id) do nothing`,
  params: [id, access.userId, roleId, createdAt, createdAt],
});

const updateAccount = operation('PATCH /api/v1/accounts/:id', {
  permission: 'accounts.update',
  summary: 'Change or suspend an account',
  example: { body: { support_email: 'help@example.com' } },
  admit: admitToOneAccount,
  body: AccountChange,
  answer: Account,
  message: 'Account updated successfully',
  run(parts, access, { request, params, body }) {
    const { db, commits } = parts;
    const asked = { kind: accountKind, request, id: params.id };
    return changeOne(parts, access, asked, async (before, updatedAt) => {
      const change = { ...camelCased(body), updatedAt };
      const after = toAccount({ ...before, ...change });
      const write = db.orm.update(accounts).set(change).where(accountVersion(before));
      const audit = changeAudit('accounts', toAccount(before), after);
      await commits.commit(access, [{ write, audit }]);
      return after;
    });
  },
});

const deleteAccount = operation('DELETE /api/v1/accounts/:id', {
  permission: 'accounts.delete',
  summary: 'Delete an account with everything in it',
  description:
    'Deletes the account. People without another account are deleted, and their tokens with them.',
  admit: admitToOneAccount,
  answer: Deleted,
  message: 'Account deleted successfully',
  /** Throws 404, 412, 409 for the caller's last account, or the last one with a super_admin. */
  run(parts, access, { request, params: { id } }) {
    const { db, commits, webhooks, byOwner } = parts;
    async function write(before: AccountRow, now: number) {
      // The audit row is written in another account, where it stays.
      const accountId = await anotherOf(db, access.userId, id);
      if (accountId === null) throw failure('only_account');
      const onlyIf = await requireSuperAdmin(db, accountLost(id), now);
      const write = db.orm.delete(accounts).where(and(accountVersion(before), sqlOf(onlyIf)));
      const audit = { ...deletionAudit('accounts', toAccount(before)), accountId };
      const first = [...byOwner(id), ...leaving(id)];
      await commits.commit(access, [{ first, write, audit }]);
      await webhooks.forgetAccount(id);
      return { id };
    }
    return changeOne(parts, access, { kind: accountKind, request, id }, write);
  },
});

/** Returns the user's oldest other account, or null. */
async function anotherOf(
  db: Pick<CrmParts['db'], 'query'>,
  userId: string,
  id: string,
): Promise<string | null> {
  const sql = `select account_id from memberships
    where user_id = ? and account_id <> ? order by account_id limit 1`;
  const [row] = await db.query(sql, [userId, id]);
  return row ? String(row[0]) : null;
}

/** Users without another account are deleted, and their tokens with them. */
const leaving = (id: string): Statement[] => [
  {
    sql: `delete from users where id in (select user_id from memberships where account_id = ?)
      and not exists (select 1 from memberships where user_id = users.id and account_id <> ?)`,
    params: [id, id],
  },
];

/** In the order of the documentation. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  listAccounts,
  getOperation('GET /api/v1/accounts/:id', accountKind, { admit: admitToOneAccount }),
  createAccount,
  updateAccount,
  deleteAccount,
];
