/** PATCH /api/v1/accounts/:id */
import { accounts } from '../../../core/db/schema/crm-access.ts';
import { changeAudit } from '../audited-commit.ts';
import { camelCased } from '../names.ts';
import { operation } from '../operation.ts';
import { changeOne } from '../records.ts';
import { admitToOneAccount } from './admission.ts';
import { Account, AccountChange, accountKind, accountVersion, toAccount } from './model.ts';

export const updateAccount = operation('PATCH /api/v1/accounts/:id', {
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
