/** DELETE /api/v1/accounts/:id */
import { and } from 'drizzle-orm';
import type { Statement } from '../../../core/db/client.ts';
import { accounts } from '../../../core/db/schema/crm-access.ts';
import { failure } from '../../../core/shared/errors.ts';
import { deletionAudit } from '../audited-commit.ts';
import { sqlOf } from '../conditions.ts';
import { Deleted, operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { changeOne } from '../records.ts';
import { accountLost, requireSuperAdmin } from '../super-admins.ts';
import { admitToOneAccount } from './admission.ts';
import { type AccountRow, accountKind, accountVersion, toAccount } from './model.ts';

export const deleteAccount = operation('DELETE /api/v1/accounts/:id', {
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
