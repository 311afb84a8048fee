/** GET /api/v1/invitations */
import { asc } from 'drizzle-orm';
import { invitations } from '../../db/schema/crm-access.ts';
import { pageOperation } from '../operation.ts';
import { inOwnName } from '../own-name.ts';
import { ReceivedInvitation, toReceived } from './model.ts';
import { countOpen, ofPerson, receivedInvitations } from './rows.ts';

export const listReceivedInvitations = pageOperation('GET /api/v1/invitations', {
  permission: null,
  summary: 'The open invitations of the current user',
  description: 'To any account, the oldest first.',
  ...inOwnName,
  answer: ReceivedInvitation,
  message: 'Invitations retrieved successfully',
  async run(parts, { userId }, { page }) {
    const rows = await receivedInvitations(parts, userId)
      .orderBy(asc(invitations.id))
      .limit(page.pageSize)
      .offset(page.offset);
    return { data: rows.map(toReceived), total: await countOpen(parts, ofPerson(userId)) };
  },
});
