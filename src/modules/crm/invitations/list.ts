/** GET /api/v1/accounts/:id/invitations */
import { asc } from 'drizzle-orm';
import { invitations } from '../../../core/db/schema/crm-access.ts';
import { admitToOneAccount, refuseOtherAccount } from '../accounts/admission.ts';
import { pageOperation } from '../operation.ts';
import { SentInvitation, toSent } from './model.ts';
import { countOpen, sentInvitations } from './rows.ts';

export const listSentInvitations = pageOperation('GET /api/v1/accounts/:id/invitations', {
  permission: 'users.read',
  summary: 'List the open invitations of an account',
  description:
    'Returns the invitations that `POST /api/v1/users` has made, oldest first. An invitation is open for 14 days, until it is answered, until its role is deleted, or until its sender leaves the account. An account has at most 1,000 open invitations.',
  admit: admitToOneAccount,
  answer: SentInvitation,
  message: 'Invitations retrieved successfully',
  async run(parts, access, { params: { id }, page }) {
    refuseOtherAccount(access, id);
    const rows = await sentInvitations(parts, id)
      .orderBy(asc(invitations.id))
      .limit(page.pageSize)
      .offset(page.offset);
    return { data: rows.map(toSent), total: await countOpen(parts, id) };
  },
});
