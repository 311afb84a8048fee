/** POST /api/v1/accounts */
import type { Statement } from '../../../core/db/client.ts';
import { accounts } from '../../../core/db/schema/crm-access.ts';
import { newId } from '../../../core/shared/ids.ts';
import { creationAudit } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import { operation } from '../operation.ts';
import { systemRoles } from '../roles/system-roles.ts';
import { joinSuperAdmins } from '../users/membership.ts';
import { admitToAccounts } from './admission.ts';
import { Account, type AccountRow, NewAccount, toAccount } from './model.ts';

export const createAccount = operation('POST /api/v1/accounts', {
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
