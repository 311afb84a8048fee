/** DELETE /api/v1/inboxes/:id */
import { eq, notExists } from 'drizzle-orm';
import { inboxMembers } from '../../../core/db/schema/crm.ts';
import { membersOf, removal } from '../inbox-members/members.ts';
import { Deleted, operation } from '../operation.ts';
import { changeOne, deleteStep } from '../records.ts';
import { inboxKind } from './model.ts';

export const deleteInbox = operation('DELETE /api/v1/inboxes/:id', {
  permission: 'inboxes.delete',
  summary: 'Delete an inbox with its memberships',
  answer: Deleted,
  message: 'Inbox deleted successfully',
  run: (parts, access, { request, params: { id } }) =>
    changeOne(parts, access, { kind: inboxKind, request, id }, async (before) => {
      const { db, commits } = parts;
      const { accountId } = access;
      const members = await membersOf(db, accountId, id);
      const removals = members.map((user) => removal({ accountId, inboxId: id, user }));
      // It throws Stale when another member was added concurrently; the caller reads again and retries.
      const others = db.orm.select().from(inboxMembers).where(eq(inboxMembers.inboxId, id));
      const last = deleteStep(db, inboxKind, before, notExists(others));
      await commits.commit(access, [...removals, last]);
      return { id };
    }),
});
