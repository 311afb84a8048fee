/** One account as its own operations see it. */
import { and, eq, type SQL } from 'drizzle-orm';
import { accounts } from '../../db/schema/crm-access.ts';
import type { RecordKind } from '../records.ts';
import { Account, type AccountRow, toAccount } from './model.ts';

export const accountKind: Omit<RecordKind<AccountRow, typeof Account>, 'page' | 'plural'> = {
  what: 'account',
  resource: 'accounts',
  answer: Account,
  show: toAccount,
  /** Null also for any account but the one that the guard found access to. */
  async find({ orm }, accountId, id) {
    if (id !== accountId) return null;
    const [row] = await orm.select().from(accounts).where(eq(accounts.id, id)).limit(1);
    return row ?? null;
  },
};

/** This account in the version it was read in. */
export const accountVersion = ({ id, updatedAt }: AccountRow): SQL | undefined =>
  and(eq(accounts.id, id), eq(accounts.updatedAt, updatedAt));
