/** GET /api/v1/inboxes */
import { inboxes } from '../../db/schema/crm.ts';
import { pageOperation } from '../operation.ts';
import { pageOfRecords } from '../records.ts';
import { Inbox, toInbox } from './model.ts';

export const listInboxes = pageOperation('GET /api/v1/inboxes', {
  permission: 'inboxes.read',
  summary: 'The inboxes of the account',
  answer: Inbox,
  message: 'Inboxes retrieved successfully',
  async run({ db }, { accountId }, { page }) {
    const { rows, total } = await pageOfRecords(db, inboxes, accountId, page);
    return { data: rows.map(toInbox), total };
  },
});
