/** DELETE /api/v1/accounts/:id/invitations/:invitation_id */
import { eq } from 'drizzle-orm';
import { invitations } from '../../db/schema/crm-access.ts';
import { admitToOneAccount, refuseOtherAccount } from '../accounts/admission.ts';
import { deleted } from '../audited-commit.ts';
import { changeRecord } from '../change-record.ts';
import { Deleted, operation } from '../operation.ts';
import { roleKind } from '../roles/model.ts';
import { refuseStrongerRole } from '../roles/rules.ts';
import { type SentRow, toSent } from './model.ts';
import { sentInvitations } from './rows.ts';

export const withdrawInvitation = operation(
  'DELETE /api/v1/accounts/:id/invitations/:invitation_id',
  {
    permission: 'users.delete',
    summary: 'Withdraw an open invitation',
    admit: admitToOneAccount,
    answer: Deleted,
    message: 'Invitation withdrawn successfully',
    /** Throws 404 also for one that is answered or has expired, 412, 403 for one to a role that permits more. */
    async run(parts, access, { request, params: { id: accountId, invitation_id: id } }) {
      refuseOtherAccount(access, accountId);
      async function find(): Promise<SentRow | null> {
        const [row] = await sentInvitations(parts, accountId, eq(invitations.id, id));
        return row ?? null;
      }
      async function write(before: SentRow) {
        const role = await roleKind.find(parts.db, accountId, before.roleId);
        if (role) refuseStrongerRole(access, role);
        const write = {
          sql: "delete from invitations where id = ? and status = 'invited' and updated_at = ?",
          params: [before.id, before.updatedAt],
        };
        const audit = deleted('invitations', toSent(before));
        await parts.commits.commit(access, [{ write, audit }]);
        return { id };
      }
      return changeRecord(parts, request, { what: 'invitation', find, write });
    },
  },
);
