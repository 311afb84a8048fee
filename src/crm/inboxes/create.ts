/** POST /api/v1/inboxes */
import { inboxes } from '../../db/schema/crm.ts';
import { newId } from '../../shared/ids.ts';
import { created } from '../audit.ts';
import { operation } from '../operation.ts';
import { columnsOf, Inbox, type InboxRow, NewInbox, toInbox } from './model.ts';

export const createInbox = operation('POST /api/v1/inboxes', {
  permission: 'inboxes.create',
  summary: 'Create an inbox',
  description: '`channel_type` is `api` when it is not given.',
  body: NewInbox,
  answer: Inbox,
  message: 'Inbox created successfully',
  async run({ db, clock, commits }, access, { body }) {
    const now = clock.now();
    const row: InboxRow = {
      id: newId(),
      accountId: access.accountId,
      name: body.name,
      channelType: 'api',
      instanceName: null,
      ...columnsOf(body),
      createdAt: now,
      updatedAt: now,
    };
    const write = db.orm.insert(inboxes).values(row);
    await commits.commit(access, [{ write, audit: created('inboxes', toInbox(row)) }]);
    return toInbox(row);
  },
});
