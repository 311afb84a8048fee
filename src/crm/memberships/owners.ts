/**
 * Owners of an account are members whose role holds all that `account_owner` holds: the system role itself, and
 * custom ones with the same permissions. A super_admin is not, since they are in every account without being asked.
 */
import type { Statement, Value } from '../../db/client.ts';
import { SYSTEM_ROLES } from '../permissions/catalogue.ts';

const OF_OWNERS = JSON.stringify(
  SYSTEM_ROLES.find(({ key }) => key === 'account_owner')?.permissions,
);

/** Of `memberships m join roles r`; its one parameter is OF_OWNERS. */
const IS_OWNER = `case r.is_system when 1 then r.key = 'account_owner' else not exists (
    select 1 from json_each(?) wanted
    where wanted.value not in (select held.value from json_each(r.permissions) held)) end`;

/** An SQL condition: without this member the account has as many owners as before, or still has one. */
export function keepsAnOwner(accountId: string, userId: string): Statement {
  const params: Value[] = [accountId, userId, OF_OWNERS];
  return {
    sql: `(not exists (select 1 from memberships m join roles r on r.id = m.role_id
        where m.account_id = ? and m.user_id = ? and ${IS_OWNER})
      or exists (select 1 from roles r join memberships m on m.role_id = r.id
        where r.account_id = ? and m.user_id <> ? and ${IS_OWNER}))`,
    params: [...params, ...params],
  };
}
