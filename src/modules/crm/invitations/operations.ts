/** Operations of an account on the invitations that it has sent. */

import { asc, eq } from 'drizzle-orm';
import { invitations } from '../../../core/db/schema/crm-access.ts';
import { admitToOneAccount, refuseOtherAccount } from '../accounts/admission.ts';
import { changeAudit, deletionAudit } from '../audited-commit.ts';
import { changeRecord } from '../change-record.ts';
import { Body } from '../fields.ts';
import type { Access } from '../guard.ts';
import { type ListedRows, readPage } from '../list.ts';
import { Deleted, type Operation, operation, pageOperation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { type RoleRow, roleKind } from '../roles/model.ts';
import { refuseStrongerRole, refuseUngranted } from '../roles/rules.ts';
import { acceptInvitation, declineInvitation, openInvitation } from './answer.ts';
import { InvitedPerson, SentInvitation, type SentRow, toInvited, toSent } from './model.ts';
import { countOpen, newSecretColumns, SENT_LISTED, sentInvitations } from './rows.ts';

const listSentInvitations = pageOperation('GET /api/v1/accounts/:id/invitations', {
  permission: 'users.read',
  summary: 'List the open invitations of an account',
  description:
    'Returns the invitations that `POST /api/v1/users` has made, oldest first. An invitation is open for 14 days, until it is answered, until its role is deleted, or until its sender leaves the account. An account has at most 1,000 open invitations.',
  admit: admitToOneAccount,
  listed: SENT_LISTED,
  answer: SentInvitation,
  message: 'Invitations retrieved successfully',
  async run(parts, access, { params: { id }, page }) {
    refuseOtherAccount(access, id);
    const listed: ListedRows<SentRow> = {
      select: (condition) => sentInvitations(parts, id, condition),
      order: [asc(SENT_LISTED.id)],
      total: () => countOpen(parts, id),
    };
    const { rows, total } = await readPage(parts.db, listed, page);
    return { data: rows.map(toSent), total };
  },
});

interface InvitationRequest {
  readonly request: Request;
  readonly params: { readonly id: string; readonly invitation_id: string };
}

/**
 * Calls `write` with an open invitation of the account and its role. Throws 404 also for one that is answered or has
 * expired, and 412.
 */
function changeInvitation<T>(
  parts: CrmParts,
  access: Access,
  { request, params: { id: accountId, invitation_id: id } }: InvitationRequest,
  write: (before: SentRow, role: RoleRow, now: number) => Promise<T>,
): Promise<T> {
  refuseOtherAccount(access, accountId);
  async function find() {
    const [row] = await sentInvitations(parts, accountId, eq(invitations.id, id));
    const role = row && (await roleKind.find(parts.db, accountId, row.roleId));
    return row && role ? { ...row, role } : null;
  }
  return changeRecord(parts, request, {
    what: 'invitation',
    find,
    write: ({ role, ...before }, now) => write(before, role, now),
  });
}

const AS_READ = "where id = ? and status = 'invited' and updated_at = ?";

const renewInvitation = operation('POST /api/v1/accounts/:id/invitations/:invitation_id/renew', {
  permission: 'users.create',
  summary: 'Give an open invitation a new secret',
  description:
    'Renews the invitation for 14 days. The former secret opens nothing from then on, and the caller becomes its sender. Needs the same rights as giving the role.',
  admit: admitToOneAccount,
  body: Body({}),
  status: 200,
  isVersioned: true,
  answer: InvitedPerson,
  message: 'Invitation renewed successfully',
  /** Throws 404, 412, 422 for a role that the caller may not give. */
  run: (parts, access, asked) =>
    changeInvitation(parts, access, asked, async (before, role, now) => {
      refuseUngranted(access, role);
      const { secret, columns } = newSecretColumns(before.id, access.userId, now);
      const after = { ...before, ...columns, updatedAt: now };
      const write = {
        sql: `update invitations set inviter_id = ?, secret_hash = ?, expires_at = ?, updated_at = ?
            ${AS_READ}`,
        params: [
          after.inviterId,
          after.secretHash,
          after.expiresAt,
          now,
          before.id,
          before.updatedAt,
        ],
      };
      const audit = changeAudit('invitations', toSent(before), toSent(after), 'renew');
      await parts.commits.commit(access, [{ write, audit }]);
      return toInvited(after, secret);
    }),
});

const withdrawInvitation = operation('DELETE /api/v1/accounts/:id/invitations/:invitation_id', {
  permission: 'users.delete',
  summary: 'Withdraw an open invitation',
  description: 'Withdraws the invitation; its secret opens nothing from then on.',
  admit: admitToOneAccount,
  answer: Deleted,
  message: 'Invitation withdrawn successfully',
  /** Throws 404, 412, 403 for one to a role that permits more. */
  run: (parts, access, asked) =>
    changeInvitation(parts, access, asked, async (before, role) => {
      refuseStrongerRole(access, role);
      const write = {
        sql: `delete from invitations ${AS_READ}`,
        params: [before.id, before.updatedAt],
      };
      const audit = deletionAudit('invitations', toSent(before));
      await parts.commits.commit(access, [{ write, audit }]);
      return { id: before.id };
    }),
});

/** In the order of the documentation. */
export const INVITATION_OPERATIONS: readonly Operation[] = [
  openInvitation,
  acceptInvitation,
  declineInvitation,
  listSentInvitations,
  renewInvitation,
  withdrawInvitation,
];
