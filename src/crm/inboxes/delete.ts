/** DELETE /api/v1/inboxes/:id */
import { and, eq, notExists } from 'drizzle-orm';
import { inboxes, inboxMembers } from '../../db/schema/crm.ts';
import { deleted } from '../audit.ts';
import { changeRecord } from '../change-record.ts';
import { Deleted } from '../fields.ts';
import { membersOf } from '../inbox-members/rows.ts';
import { removal } from '../inbox-members/writes.ts';
import { operation } from '../operation.ts';
import { findRecord, version } from '../records.ts';
import { toInbox } from './model.ts';

export const deleteInbox = operation('DELETE /api/v1/inboxes/:id', {
  permission: 'inboxes.delete',
  summary: 'Delete an inbox; its members lose their seats in it',
  answer: Deleted,
  message: 'Inbox deleted successfully',
  run: (parts, access, { request, params: { id } }) =>
    changeRecord(parts, request, {
      what: 'inbox',
      find: () => findRecord(parts.db, inboxes, access.accountId, id),
      async write(before) {
        const { accountId } = access;
        const members = await membersOf(parts.db, accountId, id);
        const removals = members.map((user) => removal({ accountId, inboxId: id, user }));
        const { orm } = parts.db;
        // Stale when it has got another member meanwhile.
        const others = orm.select().from(inboxMembers).where(eq(inboxMembers.inboxId, id));
        const write = orm.delete(inboxes).where(and(version(inboxes, before), notExists(others)));
        const last = { write, audit: deleted('inboxes', toInbox(before)) };
        await parts.commits.commit(access, [...removals, last]);
        return { id };
      },
    }),
});
