/** GET /api/v1/access_tokens */
import { asc, eq } from 'drizzle-orm';
import { accessTokenAccounts } from '../../db/schema/crm-access.ts';
import { totalOf } from '../list.ts';
import { pageOperation } from '../operation.ts';
import { AccessToken, toAccessToken } from './model.ts';
import { openingTokens } from './rows.ts';

export const listAccessTokens = pageOperation('GET /api/v1/access_tokens', {
  permission: 'access_tokens.read',
  summary: 'The access tokens that open the account',
  description:
    'Those bound to it, wherever they were made, and those of its members that are bound to no account.',
  answer: AccessToken,
  message: 'Access tokens retrieved successfully',
  async run({ db }, { accountId }, { page }) {
    const rows = await openingTokens(db)
      .where(eq(accessTokenAccounts.accountId, accountId))
      .orderBy(asc(accessTokenAccounts.tokenId))
      .limit(page.pageSize)
      .offset(page.offset);
    const total = await totalOf(db, accountId, 'access_tokens');
    return { data: rows.map(toAccessToken), total };
  },
});
