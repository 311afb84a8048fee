/**
 * Reading invitations. Owns: which are open, that is neither answered nor expired, with a role there is.
 */
import { and, asc, count, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import { accounts, invitations, roles, users } from '../../db/schema/crm-access.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import type { UserRow } from '../users/model.ts';
import type { ReceivedRow, SentRow } from './model.ts';

type Parts = Pick<CrmParts, 'db' | 'clock'>;

interface Listed<R> {
  readonly rows: R[];
  readonly total: number;
}

/** One that may be closed: an invitation outlives its role. */
export type MaybeClosed = Omit<ReceivedRow, 'roleId' | 'roleKey' | 'roleName'> & {
  readonly roleId: string | null;
  readonly roleKey: string | null;
  readonly roleName: string | null;
};

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

const countOpen =
  ({ db, clock }: Parts) =>
  async (whose: SQL): Promise<number> => {
    const rows = db.orm.select({ total: count() }).from(invitations).innerJoin(roles, itsRole);
    const [row] = await rows.where(open(clock.now(), whose));
    return row?.total ?? 0;
  };

/** The open invitations of accounts. */
export function sentInvitations(parts: Parts) {
  const { db, clock } = parts;
  const total = countOpen(parts);
  const sent = (accountId: string, ...which: SQL[]) =>
    db.orm
      .select(SENT)
      .from(invitations)
      .innerJoin(roles, itsRole)
      .where(and(open(clock.now(), eq(invitations.accountId, accountId)), ...which));
  return {
    /** The oldest first. */
    async list(accountId: string, { pageSize, offset }: Page): Promise<Listed<SentRow>> {
      const listed = sent(accountId).orderBy(asc(invitations.id));
      const rows = await listed.limit(pageSize).offset(offset);
      return { rows, total: await total(eq(invitations.accountId, accountId)) };
    },
    count: (accountId: string): Promise<number> => total(eq(invitations.accountId, accountId)),
    async find(accountId: string, id: string): Promise<SentRow | null> {
      const [row] = await sent(accountId, eq(invitations.id, id));
      return row ?? null;
    },
    /** The one to this person at this address. */
    async findTo(accountId: string, userId: string, email: string): Promise<SentRow | null> {
      const sameAddress = sql`lower(${invitations.email}) = lower(${email})`;
      const [row] = await sent(accountId, eq(invitations.userId, userId), sameAddress);
      return row ?? null;
    },
  };
}

/** The invitations of people, to whatever account. */
export function receivedInvitations(parts: Parts) {
  const { db, clock } = parts;
  const total = countOpen(parts);
  return {
    /** The open ones, the oldest first. */
    async list(userId: string, { pageSize, offset }: Page): Promise<Listed<ReceivedRow>> {
      const whose = eq(invitations.userId, userId);
      const rows = await db.orm
        .select(RECEIVED)
        .from(invitations)
        .innerJoin(accounts, itsAccount)
        .innerJoin(roles, itsRole)
        .where(open(clock.now(), whose))
        .orderBy(asc(invitations.id))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: await total(whose) };
    },
    /** Open or not. */
    async find(userId: string, id: string): Promise<MaybeClosed | null> {
      const [row] = await db.orm
        .select(RECEIVED)
        .from(invitations)
        .innerJoin(accounts, itsAccount)
        .leftJoin(roles, itsRole)
        .where(and(eq(invitations.userId, userId), eq(invitations.id, id)));
      return row ?? null;
    },
    async person(userId: string): Promise<UserRow | null> {
      const [row] = await db.orm.select().from(users).where(eq(users.id, userId));
      return row ?? null;
    },
  };
}
