/** An invitation gives no more than its sender could give now. */
import type { Statement } from '../../../core/db/client.ts';
import { failure } from '../../../core/shared/errors.ts';
import { membershipOfUser } from '../account.ts';
import type { CrmParts } from '../parts.ts';
import { permissionsOfRole } from '../permissions/catalogue.ts';
import { roleKind } from '../roles/model.ts';
import { holdsAllOf } from '../roles/rules.ts';
import type { ReceivedRow } from './model.ts';

/**
 * Throws 409 unless the member who sent the invitation may still add people, and holds all of its role. Returns an SQL
 * condition for the answer, since they may be demoted concurrently: both roles are as they were read.
 */
export async function requireInviter(
  { db }: Pick<CrmParts, 'db'>,
  { accountId, inviterId, roleId }: ReceivedRow,
): Promise<Statement> {
  const inviter = await membershipOfUser(db, inviterId, accountId);
  const theirs = inviter && (await roleKind.find(db, accountId, inviter.role.id));
  const role = await roleKind.find(db, accountId, roleId);
  const mayGive =
    theirs &&
    role &&
    inviter.permissions.includes('users.create') &&
    holdsAllOf(inviter, { role: role, permissions: permissionsOfRole(role) });
  if (!mayGive) throw failure('invitation_sender_may_not');
  return {
    sql: `exists (select 1 from memberships m, roles theirs, roles given
      where m.account_id = ? and m.user_id = ? and m.role_id = theirs.id
      and theirs.id = ? and theirs.updated_at = ? and given.id = ? and given.updated_at = ?)`,
    params: [accountId, inviterId, theirs.id, theirs.updatedAt, role.id, role.updatedAt],
  };
}
