/**
 * Within one account an e-mail address belongs to one member. Between accounts it belongs to nobody, since no account
 * can know whose it is: any number of them may have a person with the same one.
 */
import { sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../core/db/client.ts';
import { users } from '../../../core/db/schema/crm-access.ts';

/** Returns an SQL condition: no member of the account has the address. */
export const isFreeIn = (accountId: string, email: string): Statement => ({
  sql: `not exists (select 1 from users u join memberships m on m.user_id = u.id
    where lower(u.email) = lower(?) and m.account_id = ?)`,
  params: [email, accountId],
});

/** Returns an SQL condition: in no account of this person does another member have the address. */
export const isFreeFor = (userId: string, email: string): Statement => ({
  sql: `not exists (select 1 from users u join memberships m on m.user_id = u.id
    join memberships own on own.account_id = m.account_id
    where lower(u.email) = lower(?) and u.id <> ? and own.user_id = ?)`,
  params: [email, userId, userId],
});

/** Tells whether a person of any account has the address. */
export async function isInUse({ orm }: Pick<Database, 'orm'>, email: string): Promise<boolean> {
  const rows = orm.select({ id: users.id }).from(users);
  const [row] = await rows.where(sql`lower(${users.email}) = lower(${email})`).limit(1);
  return row !== undefined;
}
