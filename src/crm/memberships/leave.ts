/** DELETE /api/v1/memberships/me */
import { Type } from '@sinclair/typebox';
import { conflict } from '../../shared/errors.ts';
import { changeRecord } from '../change-record.ts';
import { refuseUnless } from '../conditions.ts';
import { Id } from '../fields.ts';
import { operation } from '../operation.ts';
import { refuseNarrowed } from '../own-name.ts';
import { isSuperAdmin } from '../roles/rules.ts';
import { endMembership } from '../users/delete.ts';
import { findMember } from '../users/rows.ts';
import { keepsAnOwner } from './owners.ts';

const LAST_OWNER = 'The last owner cannot leave: make somebody else an account_owner first';

export const leaveAccount = operation('DELETE /api/v1/memberships/me', {
  permission: null,
  summary: 'Leave the acting account',
  description:
    'The places in its inboxes and the tokens bound to it go along; with their last account a person is deleted, and all their tokens. The last member whose role holds all that `account_owner` holds cannot leave (409), nor can a super_admin, who is a member of every account. A token whose scopes leave out something its user may do is refused (403).',
  answer: Type.Object({ account_id: Id, user_id: Id }),
  message: 'Account left successfully',
  /** 403 a token narrowed by scopes, 404, 412, 409 a super_admin or the last owner. */
  async run(parts, access, { request }) {
    const { accountId, userId } = access;
    await refuseNarrowed(parts.db, access);
    return changeRecord(parts, request, {
      what: 'membership',
      find: () => findMember(parts.db, accountId, userId),
      async write(before) {
        if (isSuperAdmin(access)) throw conflict('A super_admin is a member of every account');
        const condition = keepsAnOwner(accountId, userId);
        await refuseUnless(parts.db, condition, LAST_OWNER);
        await endMembership(parts, access, before, condition);
        return { account_id: accountId, user_id: userId };
      },
    });
  },
});
