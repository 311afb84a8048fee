/** POST /api/v1/inboxes */
import { camelCased } from '../names.ts';
import { operation } from '../operation.ts';
import { createRecord, newRecord } from '../records.ts';
import { Inbox, inboxKind, NewInbox } from './model.ts';

export const createInbox = operation('POST /api/v1/inboxes', {
  permission: 'inboxes.create',
  summary: 'Create an inbox',
  description: 'Creates an inbox; `channel_type` is `api` by default.',
  body: NewInbox,
  answer: Inbox,
  message: 'Inbox created successfully',
  run: (parts, access, { body }) =>
    createRecord(parts, access, inboxKind, {
      ...newRecord(access, parts.clock.now()),
      channelType: 'api',
      instanceName: null,
      ...camelCased(body),
    }),
});
