/** Reads invitations and finds the open ones: neither answered nor expired, with an existing role. */
import { and, count, eq, getTableColumns, gt, type SQL } from 'drizzle-orm';
import { accounts, invitations, roles } from '../../db/schema/crm-access.ts';
import type { CrmParts } from '../parts.ts';
import type { MaybeClosed } from './model.ts';

type Parts = Pick<CrmParts, 'db' | 'clock'>;

const SENT = { ...getTableColumns(invitations), roleId: roles.id, roleKey: roles.key };
const RECEIVED = {
  ...SENT,
  accountName: accounts.name,
  accountStatus: accounts.status,
  roleName: roles.name,
};
const itsRole = eq(roles.id, invitations.roleId);
const itsAccount = eq(accounts.id, invitations.accountId);

const open = (now: number, whose: SQL) =>
  and(whose, eq(invitations.status, 'invited'), gt(invitations.expiresAt, now));

export const ofAccount = (accountId: string): SQL => eq(invitations.accountId, accountId);
export const ofPerson = (userId: string): SQL => eq(invitations.userId, userId);

/** Returns the open invitations of an account, as SentRow. */
export const sentInvitations = ({ db, clock }: Parts, accountId: string, ...which: SQL[]) =>
  db.orm
    .select(SENT)
    .from(invitations)
    .innerJoin(roles, itsRole)
    .where(and(open(clock.now(), ofAccount(accountId)), ...which));

/** Returns the open invitations of a person to any account, as ReceivedRow. */
export const receivedInvitations = ({ db, clock }: Parts, userId: string) =>
  db.orm
    .select(RECEIVED)
    .from(invitations)
    .innerJoin(accounts, itsAccount)
    .innerJoin(roles, itsRole)
    .where(open(clock.now(), ofPerson(userId)));

/** Returns one of a person, open or not; or null. */
export async function findReceived(
  { db }: Pick<Parts, 'db'>,
  userId: string,
  id: string,
): Promise<MaybeClosed | null> {
  const [row] = await db.orm
    .select(RECEIVED)
    .from(invitations)
    .innerJoin(accounts, itsAccount)
    .leftJoin(roles, itsRole)
    .where(and(ofPerson(userId), eq(invitations.id, id)));
  return row ?? null;
}

export async function countOpen({ db, clock }: Parts, whose: SQL): Promise<number> {
  const rows = db.orm.select({ total: count() }).from(invitations).innerJoin(roles, itsRole);
  const [row] = await rows.where(open(clock.now(), whose));
  return row?.total ?? 0;
}
