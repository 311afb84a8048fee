/** Which role a caller may give to a person, and whom a caller may change. */
import { and, eq } from 'drizzle-orm';
import { roles } from '../../db/schema/crm-access.ts';
import { membershipOfUser } from '../account.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import type { RoleRow } from '../roles/model.ts';
import { refuseStronger, refuseUngranted } from '../roles/rules.ts';

/** How the documentation says `refuseStrongerUser`. */
export const IF_WEAKER =
  'Somebody who may do more here than the caller’s token permits is refused (403).';

/** The account's role of this key, when the caller may give it; else 422. */
export async function grantable(
  { orm }: Pick<CrmParts['db'], 'orm'>,
  access: Access,
  key: string,
): Promise<RoleRow> {
  const where = and(eq(roles.accountId, access.accountId), eq(roles.key, key));
  const [role] = await orm.select().from(roles).where(where).limit(1);
  if (!role) throw unprocessable('role', 'is not the key of a role of this account');
  refuseUngranted(access, role);
  return role;
}

/** 403 a user with more permissions than the caller; callers may change themselves with any token. */
export async function refuseStrongerUser(
  db: Pick<CrmParts['db'], 'query'>,
  access: Access,
  id: string,
): Promise<void> {
  if (id === access.userId) return;
  const member = await membershipOfUser(db, id, access.accountId);
  if (member) refuseStronger(access, member);
}
