/** POST /api/v1/inboxes */
import { newId } from '../../shared/ids.ts';
import { operation } from '../operation.ts';
import { insertStep } from '../records.ts';
import { columnsOf, Inbox, type InboxRow, inboxKind, NewInbox, toInbox } from './model.ts';

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
    await commits.commit(access, [insertStep(db, inboxKind, row)]);
    return toInbox(row);
  },
});
