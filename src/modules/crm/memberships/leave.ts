/** DELETE /api/v1/memberships/me */
import { Type } from '@sinclair/typebox';
import type { Statement, Value } from '../../../core/db/client.ts';
import { failure } from '../../../core/shared/errors.ts';
import { changeRecord } from '../change-record.ts';
import { refuseUnless } from '../conditions.ts';
import { Id } from '../fields.ts';
import { operation } from '../operation.ts';
import { refuseNarrowed } from '../own-name.ts';
import { SYSTEM_ROLES } from '../permissions/catalogue.ts';
import { isSuperAdmin } from '../roles/rules.ts';
import { endMembership } from '../users/operations.ts';
import { userKind } from '../users/rows.ts';

export const leaveAccount = operation('DELETE /api/v1/memberships/me', {
  permission: null,
  summary: 'Leave the acting account',
  description:
    'Removes the current user from the account, with the places in its inboxes and the tokens bound to it; without another account the person is deleted, and all their tokens. The last member whose role holds all that `account_owner` holds cannot leave (409), nor can a super_admin, who is a member of every account. A token whose scopes leave out something that its user may do is refused (403).',
  answer: Type.Object({ account_id: Id, user_id: Id }),
  message: 'Account left successfully',
  /** Throws 403 for a token narrowed by scopes, 404, 412, 409 for a super_admin or the last owner. */
  async run(parts, access, { request }) {
    const { accountId, userId } = access;
    await refuseNarrowed(parts.db, access);
    return changeRecord(parts, request, {
      what: 'membership',
      find: () => userKind.find(parts.db, accountId, userId),
      async write(before) {
        if (isSuperAdmin(access)) throw failure('super_admin_stays');
        const condition = keepsAnOwner(accountId, userId);
        await refuseUnless(parts.db, condition, 'last_owner');
        await endMembership(parts, access, before, condition);
        return { account_id: accountId, user_id: userId };
      },
    });
  },
});

/**
 * Owners of an account are members whose role has all permissions of `account_owner`: the system role itself, and
 * custom ones with the same permissions. A super_admin is not an owner, since they are in every account without being
 * asked.
 */
const OF_OWNERS = JSON.stringify(
  SYSTEM_ROLES.find(({ key }) => key === 'account_owner')?.permissions,
);

/** For `memberships m join roles r`; its one parameter is OF_OWNERS. */
const IS_OWNER = `case r.is_system when 1 then r.key = 'account_owner' else not exists (
    select 1 from json_each(?) wanted
    where wanted.value not in (select held.value from json_each(r.permissions) held)) end`;

/** Returns an SQL condition: without this member the account has as many owners as before, or still has one. */
function keepsAnOwner(accountId: string, userId: string): Statement {
  const params: Value[] = [accountId, userId, OF_OWNERS];
  return {
    sql: `(not exists (select 1 from memberships m join roles r on r.id = m.role_id
        where m.account_id = ? and m.user_id = ? and ${IS_OWNER})
      or exists (select 1 from roles r join memberships m on m.role_id = r.id
        where r.account_id = ? and m.user_id <> ? and ${IS_OWNER}))`,
    params: [...params, ...params],
  };
}
