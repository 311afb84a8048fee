/** GET /api/v1/accounts/:id */
import { found } from '../change-record.ts';
import { ById } from '../fields.ts';
import { operation } from '../operation.ts';
import { admitToOneAccount } from './admission.ts';
import { Account, toAccount } from './model.ts';
import { findAccount } from './rows.ts';

export const getAccount = operation({
  method: 'GET',
  path: '/api/v1/accounts/:id',
  permission: 'accounts.read',
  summary: 'One account',
  admit: admitToOneAccount,
  params: ById,
  answer: Account,
  message: 'Account retrieved successfully',
  async run({ db }, access, { params }) {
    return toAccount(found(await findAccount(db, access, params.id), 'account'));
  },
});
