/** The operations of accounts, in the order of the documentation. */
import { routes } from '../operation.ts';
import { createAccount } from './create.ts';
import { deleteAccount } from './delete.ts';
import { getAccount } from './get.ts';
import { listAccounts } from './list.ts';
import { updateAccount } from './update.ts';

export const accountRoutes = routes('Accounts', [
  listAccounts,
  getAccount,
  createAccount,
  updateAccount,
  deleteAccount,
]);
