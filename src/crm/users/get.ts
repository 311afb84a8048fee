/** GET /api/v1/users/:id */
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { Agent, toAgent } from './model.ts';
import { findMember } from './rows.ts';

export const getUser = operation('GET /api/v1/users/:id', {
  permission: 'users.read',
  summary: 'One person of the account',
  answer: Agent,
  message: 'User retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toAgent(found(await findMember(db, accountId, params.id), 'user'));
  },
});
