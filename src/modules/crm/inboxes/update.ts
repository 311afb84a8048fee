/** PATCH /api/v1/inboxes/:id */
import { camelCased } from '../names.ts';
import { operation } from '../operation.ts';
import { updateRecord } from '../records.ts';
import { Inbox, InboxChange, inboxKind } from './model.ts';

export const updateInbox = operation('PATCH /api/v1/inboxes/:id', {
  permission: 'inboxes.update',
  summary: 'Change an inbox',
  example: { body: { name: 'Help desk' } },
  body: InboxChange,
  answer: Inbox,
  message: 'Inbox updated successfully',
  run: (parts, access, { request, params: { id }, body }) =>
    updateRecord(parts, access, { kind: inboxKind, request, id }, () => camelCased(body)),
});
