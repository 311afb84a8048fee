/** GET /api/v1/access_tokens/:id */
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { AccessToken, toAccessToken } from './model.ts';
import { findToken } from './rows.ts';

export const getAccessToken = operation('GET /api/v1/access_tokens/:id', {
  permission: 'access_tokens.read',
  summary: 'One access token',
  answer: AccessToken,
  message: 'Access token retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toAccessToken(found(await findToken(db, accountId, params.id), 'access token'));
  },
});
