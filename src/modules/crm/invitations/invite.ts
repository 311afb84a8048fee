/** Invites an address to an account; `POST /api/v1/users` calls it. */
import { sql } from 'drizzle-orm';
import type { Statement } from '../../../core/db/client.ts';
import { invitations } from '../../../core/db/schema/crm-access.ts';
import { failure } from '../../../core/shared/errors.ts';
import { newId } from '../../../core/shared/ids.ts';
import { creationAudit, orConflict, Stale } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import type { RoleRow } from '../roles/model.ts';
import { isFreeIn } from '../users/rows.ts';
import { type InvitedPerson, type SentRow, toInvited, toSent } from './model.ts';
import { countOpen, newSecretColumns, sentInvitations } from './rows.ts';

const OPEN_PER_ACCOUNT = 1_000;

/** No member of the account has the address, and the caller may give the role. */
interface Invitee {
  /** As the caller wrote it. */
  readonly email: string;
  readonly role: RoleRow;
}

/** An open invitation to this address stays as it is. Throws 409 when too many are open. */
export function invite(parts: CrmParts, access: Access, invitee: Invitee): Promise<InvitedPerson> {
  const { accountId } = access;
  return parts.turns.run(`invitations of ${accountId}`, async () => {
    const isToIt = sql`lower(${invitations.email}) = lower(${invitee.email})`;
    const [open] = await sentInvitations(parts, accountId, isToIt);
    if (open) return toInvited(open, null);
    if ((await countOpen(parts, accountId)) >= OPEN_PER_ACCOUNT) throw tooMany();
    const { row, secret } = newInvitation(access, invitee, parts.clock.now());
    await insert(parts, access, row);
    return toInvited(row, secret);
  });
}

const tooMany = () => failure('too_many_invitations', { max: OPEN_PER_ACCOUNT });

function newInvitation({ accountId, userId }: Access, { email, role }: Invitee, now: number) {
  const id = newId();
  const { secret, columns } = newSecretColumns(id, userId, now);
  const row: SentRow = {
    id,
    accountId,
    email,
    roleId: role.id,
    roleKey: role.key,
    status: 'invited',
    ...columns,
    createdAt: now,
    updatedAt: now,
  };
  return { row, secret };
}

/** Replaces a closed one to the same address. Throws 409 when a concurrent request has replaced it first. */
async function insert({ commits }: CrmParts, access: Access, row: SentRow): Promise<void> {
  const audit = creationAudit('invitations', toSent(row));
  const step = { first: [forgetClosed(row)], write: insertion(row), audit };
  try {
    const work = commits.commit(access, [step]);
    await orConflict(orConflict(work, 'invited_by_others'), 'role_or_person_deleted', 'constraint');
  } catch (error) {
    throw error instanceof Stale ? failure('email_taken') : error;
  }
}

const forgetClosed = ({ accountId, email, createdAt }: SentRow): Statement => ({
  sql: `delete from invitations where account_id = ? and lower(email) = lower(?)
    and (status <> 'invited' or expires_at <= ? or role_id is null)`,
  params: [accountId, email, createdAt],
});

/** Inserts no row if somebody with the address became a member in the meantime. */
function insertion(row: SentRow): Statement {
  const onlyIf = isFreeIn(row.accountId, row.email);
  return {
    sql: `insert into invitations (id, account_id, inviter_id, email, secret_hash, role_id, status,
        expires_at, created_at, updated_at)
      select ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where ${onlyIf.sql}`,
    params: [
      row.id,
      row.accountId,
      row.inviterId,
      row.email,
      row.secretHash,
      row.roleId,
      row.status,
      row.expiresAt,
      row.createdAt,
      row.updatedAt,
      ...onlyIf.params,
    ],
  };
}
