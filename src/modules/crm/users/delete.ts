/** DELETE /api/v1/users/:id, and the other ways in which a membership ends. */
import type { Statement } from '../../../core/db/client.ts';
import { failure } from '../../../core/shared/errors.ts';
import { deletionAudit } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import { inboxMembershipsOf, removal } from '../inbox-members/members.ts';
import { Deleted, operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { changeOne } from '../records.ts';
import { memberLost, requireSuperAdmin } from '../super-admins.ts';
import { leavingThen } from './membership.ts';
import { type MemberRow, toAgent } from './model.ts';
import { IF_WEAKER, refuseStrongerUser, userKind } from './rows.ts';

export const deleteUser = operation('DELETE /api/v1/users/:id', {
  permission: 'users.delete',
  summary: 'Remove a person from the account',
  description: `Removes the person from the account; a person without another account is deleted, and their tokens with them. ${IF_WEAKER}`,
  answer: Deleted,
  message: 'User deleted successfully',
  /** Throws 404, 412, 403 for a user who may do more, 409 for oneself or the last super_admin. */
  run(parts, access, { request, params: { id } }) {
    const { db } = parts;
    async function write(before: MemberRow, now: number) {
      await refuseStrongerUser(db, access, id);
      if (id === access.userId) throw failure('own_removal');
      const lost = memberLost(access.accountId, id);
      await endMembership(parts, access, before, await requireSuperAdmin(db, lost, now));
      return { id };
    }
    return changeOne(parts, access, { kind: userKind, request, id }, write);
  },
});

/**
 * Ends the membership, with the memberships in the account's inboxes. `onlyIf` is an SQL condition that must still hold
 * when it is written, else it throws Stale.
 */
export async function endMembership(
  parts: CrmParts,
  access: Access,
  before: MemberRow,
  onlyIf: Statement,
): Promise<void> {
  const { accountId } = access;
  const inboxMemberships = await inboxMembershipsOf(parts.db, accountId, before);
  const removals = inboxMemberships.map(removal);
  const last = {
    write: deletion(accountId, before, onlyIf),
    audit: deletionAudit('users', toAgent(before)),
    also: leavingThen(before.id),
  };
  await parts.commits.commit(access, [...removals, last]);
}

/** Memberships in inboxes go one by one before, each with its audit row and event; a new one is seen here. */
const deletion = (
  accountId: string,
  { id, updatedAt, roleId }: MemberRow,
  onlyIf: Statement,
): Statement => ({
  sql: `delete from memberships where account_id = ? and user_id = ? and role_id = ?
    and exists (select 1 from users where id = ? and updated_at = ?)
    and not exists (select 1 from inbox_members where account_id = ? and user_id = ?)
    and ${onlyIf.sql}`,
  params: [accountId, id, roleId, id, updatedAt, accountId, id, ...onlyIf.params],
});
