/** Reads invitations and finds the open ones: neither answered nor expired, with an existing role. */
import { and, count, eq, getTableColumns, gt, type SQL } from 'drizzle-orm';
import { accounts, invitations, roles } from '../../../core/db/schema/crm-access.ts';
import { isSameDigest, randomSecret, sha256 } from '../../../core/shared/crypto.ts';
import type { CrmParts } from '../parts.ts';
import type { ListFields } from '../search.ts';
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
export const sentInvitations = ({ db, clock }: Parts, accountId: string, which?: SQL) =>
  db.orm
    .select(SENT)
    .from(invitations)
    .innerJoin(roles, itsRole)
    .where(and(openOf(accountId, clock.now()), which));

export const SENT_LISTED: ListFields = {
  id: invitations.id,
  searched: { email: invitations.email },
  sorted: {
    role: roles.key,
    expires_at: invitations.expiresAt,
    created_at: invitations.createdAt,
  },
};

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

// The secret of an invitation: the sender hands it to the person, who answers with it. It names its invitation, so
// that one text is all that is handed on.

const PREFIX = 'gth_inv_';
const FORM =
  /^gth_inv_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[\w-]{43}$/;

/** Returns the id of the invitation that a secret names, or null if the text has another form. */
export function invitationIn(secret: string): string | null {
  const parts = FORM.exec(secret);
  return parts === null ? null : parts.slice(1).join('-');
}

/** Compares in constant time. */
export const isSecretOf = (row: { readonly secretHash: string }, secret: string): boolean =>
  isSameDigest(sha256(secret), row.secretHash);

const LIFETIME_MS = 14 * 24 * 60 * 60 * 1_000;

/** Makes a secret, and the columns of an invitation that change with it. */
export function newSecretColumns(id: string, inviterId: string, now: number) {
  const secret = `${PREFIX}${id.replaceAll('-', '')}_${randomSecret()}`;
  return {
    secret,
    columns: { inviterId, secretHash: sha256(secret), expiresAt: now + LIFETIME_MS },
  };
}
