/** What members do about their own membership. Owns: the rules, in the order they are checked. */
import { conflict } from '../../shared/errors.ts';
import { changeRecord } from '../change-record.ts';
import { refuseUnless } from '../conditions.ts';
import type { Access } from '../guard.ts';
import { refuseNarrowed } from '../own-name.ts';
import type { CrmParts } from '../parts.ts';
import { isSuperAdmin } from '../roles/rules.ts';
import { createUserStore } from '../users/store.ts';
import type { Left } from './model.ts';
import { keepsAnOwner } from './owners.ts';

const LAST_OWNER = 'The last owner cannot leave: make somebody else an account_owner first';

export function createMembershipService(parts: CrmParts) {
  const { db } = parts;
  const users = createUserStore(parts);
  return {
    /** 403 a token narrowed by scopes, 404, 412, 409 a super_admin or the last owner. */
    async leave(context: { readonly request: Request }, access: Access): Promise<Left> {
      const { accountId, userId } = access;
      await refuseNarrowed(db, access);
      return changeRecord(parts, context, {
        what: 'membership',
        find: () => users.find(accountId, userId),
        async write(before) {
          if (isSuperAdmin(access)) throw conflict('A super_admin is a member of every account');
          const condition = keepsAnOwner(accountId, userId);
          await refuseUnless(db, condition, LAST_OWNER);
          await users.remove(access, before, condition);
          return { account_id: accountId, user_id: userId };
        },
      });
    },
  };
}
