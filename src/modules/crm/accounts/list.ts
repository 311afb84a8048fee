/** GET /api/v1/accounts */
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { accounts, memberships } from '../../../core/db/schema/crm-access.ts';
import { totalOf } from '../list.ts';
import { pageOperation } from '../operation.ts';
import { admitToAccounts } from './admission.ts';
import { Account, toAccount } from './model.ts';

export const listAccounts = pageOperation('GET /api/v1/accounts', {
  permission: 'accounts.read',
  summary: 'List the accounts of the current user',
  agent: { tool: 'list_accounts', effect: 'reads' },
  admit: admitToAccounts,
  answer: Account,
  message: 'Accounts retrieved successfully',
  /** A bound token sees only its account. */
  async run({ db }, { userId, boundTo }, { page }) {
    const mine = eq(memberships.userId, userId);
    const rows = await db.orm
      .select(getTableColumns(accounts))
      .from(memberships)
      .innerJoin(accounts, eq(accounts.id, memberships.accountId))
      .where(boundTo === null ? mine : and(mine, eq(memberships.accountId, boundTo)))
      .orderBy(asc(memberships.accountId))
      .limit(page.pageSize)
      .offset(page.offset);
    const total = boundTo === null ? await totalOf(db, userId, 'accounts') : 1;
    return { data: rows.map(toAccount), total };
  },
});
