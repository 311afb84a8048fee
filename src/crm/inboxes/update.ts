/** PATCH /api/v1/inboxes/:id */
import { inboxes } from '../../db/schema/crm.ts';
import { changed } from '../audit.ts';
import { changeRecord } from '../change-record.ts';
import { operation } from '../operation.ts';
import { findRecord, version } from '../records.ts';
import { columnsOf, Inbox, InboxChange, toInbox } from './model.ts';

export const updateInbox = operation('PATCH /api/v1/inboxes/:id', {
  permission: 'inboxes.update',
  summary: 'Change an inbox',
  body: InboxChange,
  answer: Inbox,
  message: 'Inbox updated successfully',
  run: (parts, access, { request, params, body }) =>
    changeRecord(parts, request, {
      what: 'inbox',
      find: () => findRecord(parts.db, inboxes, access.accountId, params.id),
      async write(before, updatedAt) {
        const change = { ...columnsOf(body), updatedAt };
        const after = toInbox({ ...before, ...change });
        const write = parts.db.orm.update(inboxes).set(change).where(version(inboxes, before));
        const audit = changed('inboxes', toInbox(before), after);
        await parts.commits.commit(access, [{ write, audit }]);
        return after;
      },
    }),
});
