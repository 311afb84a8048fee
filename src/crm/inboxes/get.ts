/** GET /api/v1/inboxes/:id */
import { inboxes } from '../../db/schema/crm.ts';
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { findRecord } from '../records.ts';
import { Inbox, toInbox } from './model.ts';

export const getInbox = operation('GET /api/v1/inboxes/:id', {
  permission: 'inboxes.read',
  summary: 'One inbox',
  answer: Inbox,
  message: 'Inbox retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toInbox(found(await findRecord(db, inboxes, accountId, params.id), 'inbox'));
  },
});
