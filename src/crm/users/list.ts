/** GET /api/v1/users */
import { asc, eq } from 'drizzle-orm';
import { memberships } from '../../db/schema/crm-access.ts';
import { totalOf } from '../list.ts';
import { pageOperation } from '../operation.ts';
import { Agent, toAgent } from './model.ts';
import { members } from './rows.ts';

export const listUsers = pageOperation('GET /api/v1/users', {
  permission: 'users.read',
  summary: 'The people of the account',
  answer: Agent,
  message: 'Users retrieved successfully',
  async run({ db }, { accountId }, { page }) {
    const rows = await members(db)
      .where(eq(memberships.accountId, accountId))
      .orderBy(asc(memberships.userId))
      .limit(page.pageSize)
      .offset(page.offset);
    return { data: rows.map(toAgent), total: await totalOf(db, accountId, 'users') };
  },
});
