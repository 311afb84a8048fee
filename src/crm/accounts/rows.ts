/** One account as its own operations see it. */
import { and, eq, type SQL } from 'drizzle-orm';
import { accounts } from '../../db/schema/crm-access.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import type { AccountRow } from './model.ts';

/** Null also for any account but the one that the guard found access to, which is another's. */
export async function findAccount(
  { orm }: Pick<CrmParts['db'], 'orm'>,
  access: Access,
  id: string,
): Promise<AccountRow | null> {
  if (id !== access.accountId) return null;
  const [row] = await orm.select().from(accounts).where(eq(accounts.id, id)).limit(1);
  return row ?? null;
}

/** This account in the version it was read in. */
export const accountVersion = ({ id, updatedAt }: AccountRow): SQL | undefined =>
  and(eq(accounts.id, id), eq(accounts.updatedAt, updatedAt));
