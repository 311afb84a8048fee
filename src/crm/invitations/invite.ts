/** Invites a user who exists in another account; `POST /api/v1/users` calls it. */
import { eq, sql } from 'drizzle-orm';
import type { Statement } from '../../db/client.ts';
import { invitations } from '../../db/schema/crm-access.ts';
import { conflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { created, orConflict, Stale } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import type { RoleRow } from '../roles/model.ts';
import { type Invited, type SentRow, toInvited, toSent } from './model.ts';
import { countOpen, ofAccount, sentInvitations } from './rows.ts';

const LIFETIME_MS = 14 * 24 * 60 * 60 * 1_000;
const OPEN_PER_ACCOUNT = 1_000;

/** A user who exists and is not a member of the account; the caller may give the role, so it is not super_admin. */
interface Invitee {
  readonly userId: string;
  /** As the caller wrote it. */
  readonly email: string;
  readonly role: RoleRow;
}

/** An open invitation to this address stays as it is. Throws 409 when too many are open. */
export function invite(parts: CrmParts, access: Access, invitee: Invitee): Promise<Invited> {
  const { accountId } = access;
  return parts.turns.run(`invitations of ${accountId}`, async () => {
    const [open] = await sentInvitations(parts, accountId, ...sameAddress(invitee));
    if (open) return toInvited(open);
    if ((await countOpen(parts, ofAccount(accountId))) >= OPEN_PER_ACCOUNT) throw tooMany();
    const row = newRow(accountId, invitee, parts.clock.now());
    await insert(parts, access, row);
    return toInvited(row);
  });
}

const sameAddress = ({ userId, email }: Invitee) => [
  eq(invitations.userId, userId),
  sql`lower(${invitations.email}) = lower(${email})`,
];

const tooMany = () =>
  conflict(
    `The account has ${OPEN_PER_ACCOUNT} open invitations: withdraw some, or wait until they expire`,
  );

const newRow = (accountId: string, { userId, email, role }: Invitee, now: number): SentRow => ({
  id: newId(),
  accountId,
  userId,
  email,
  roleId: role.id,
  roleKey: role.key,
  status: 'invited',
  expiresAt: now + LIFETIME_MS,
  createdAt: now,
  updatedAt: now,
});

/** Replaces a closed one to the same address. Throws 409 when a concurrent request has replaced it first. */
async function insert({ commits }: CrmParts, access: Access, row: SentRow): Promise<void> {
  const audit = created('invitations', toSent(row));
  const step = { first: [forgetClosed(row)], write: insertion(row), audit };
  try {
    const goneMeanwhile = 'The role or the person was deleted meanwhile';
    const byOthers = 'The address is being invited by somebody else: try again';
    const work = commits.commit(access, [step]);
    await orConflict(orConflict(work, byOthers), goneMeanwhile, 'constraint');
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    throw conflict('A user with this e-mail address is a member already');
  }
}

const forgetClosed = ({ accountId, userId, email, createdAt }: SentRow): Statement => ({
  sql: `delete from invitations where account_id = ? and user_id = ? and lower(email) = lower(?)
    and (status <> 'invited' or expires_at <= ? or role_id is null)`,
  params: [accountId, userId, email, createdAt],
});

/** Inserts no row when the person has become a member meanwhile. */
const insertion = (row: SentRow): Statement => ({
  sql: `insert into invitations
      (id, account_id, user_id, email, role_id, status, expires_at, created_at, updated_at)
    select ?, ?, ?, ?, ?, ?, ?, ?, ?
    where not exists (select 1 from memberships where account_id = ? and user_id = ?)`,
  params: [
    row.id,
    row.accountId,
    row.userId,
    row.email,
    row.roleId,
    row.status,
    row.expiresAt,
    row.createdAt,
    row.updatedAt,
    row.accountId,
    row.userId,
  ],
});
