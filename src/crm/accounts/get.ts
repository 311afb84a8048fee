/** GET /api/v1/accounts/:id */
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { admitToOneAccount } from './admission.ts';
import { Account, toAccount } from './model.ts';
import { findAccount } from './rows.ts';

export const getAccount = operation('GET /api/v1/accounts/:id', {
  permission: 'accounts.read',
  summary: 'One account',
  admit: admitToOneAccount,
  answer: Account,
  message: 'Account retrieved successfully',
  async run({ db }, access, { params }) {
    return toAccount(found(await findAccount(db, access, params.id), 'account'));
  },
});
