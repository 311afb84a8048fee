/** Reads invitations and finds the open ones: neither answered nor expired, with an existing role. */
import { and, count, eq, getTableColumns, gt, type SQL } from 'drizzle-orm';
import { accounts, invitations, roles } from '../../../core/db/schema/crm-access.ts';
import type { CrmParts } from '../parts.ts';
import type { InvitationWithOptionalRole } from './model.ts';

type Parts = Pick<CrmParts, 'db' | 'clock'>;

const SENT = { ...getTableColumns(invitations), roleId: roles.id, roleKey: roles.key };
const RECEIVED = {
  ...SENT,
  accountName: accounts.name,
  accountStatus: accounts.status,
  roleName: roles.name,
};
const itsRole = eq(roles.id, invitations.roleId);

const openOf = (accountId: string, now: number) =>
  and(
    eq(invitations.accountId, accountId),
    eq(invitations.status, 'invited'),
    gt(invitations.expiresAt, now),
  );

/** Returns the open invitations of an account, as SentRow. */
export const sentInvitations = ({ db, clock }: Parts, accountId: string, ...which: SQL[]) =>
  db.orm
    .select(SENT)
    .from(invitations)
    .innerJoin(roles, itsRole)
    .where(and(openOf(accountId, clock.now()), ...which));

export async function countOpen({ db, clock }: Parts, accountId: string): Promise<number> {
  const rows = db.orm.select({ total: count() }).from(invitations).innerJoin(roles, itsRole);
  const [row] = await rows.where(openOf(accountId, clock.now()));
  return row?.total ?? 0;
}

/** Returns one of any account, open or not; or null. */
export async function findInvitation(
  { db }: Pick<Parts, 'db'>,
  id: string,
): Promise<InvitationWithOptionalRole | null> {
  const [row] = await db.orm
    .select(RECEIVED)
    .from(invitations)
    .innerJoin(accounts, eq(accounts.id, invitations.accountId))
    .leftJoin(roles, itsRole)
    .where(eq(invitations.id, id));
  return row ?? null;
}
