/**
 * Rules for who may give which permissions, whom and what a caller may change, and which roles can be changed at all.
 */

import type { Statement } from '../../../core/db/client.ts';
import { failure } from '../../../core/shared/errors.ts';
import { newId } from '../../../core/shared/ids.ts';
import type { Role } from '../account.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import {
  type Permission,
  permissionsOfRole,
  SYSTEM_ROLES,
  type SystemRole,
} from '../permissions/catalogue.ts';
import type { RoleRow } from './model.ts';

/** The documentation's sentence for `refuseStrongerRole`. */
export const IF_HELD = 'Refuses (403) a role that permits more than the caller’s token.';

/** Throws 422 on `field` when something is given that the caller does not have. */
export function refuseUnheld(
  access: Pick<Access, 'permissions'>,
  wanted: readonly Permission[],
  field: string,
): void {
  const unheld = wanted.filter((permission) => !access.permissions.includes(permission));
  if (unheld.length === 0) return;
  throw unprocessable(field, 'permissions_not_held', { permissions: unheld.join(', ') });
}

/** Every account has one role of this key, its system role. */
export const isSuperAdmin = ({ role }: { readonly role: Pick<Role, 'key'> }): boolean =>
  role.key === 'super_admin';

/**
 * Throws 422 on `role` when the role has what the caller does not have. A super_admin is in every account, so no set of
 * permissions is enough to make one: it takes a super_admin, and a token that is bound to no account.
 */
export function refuseUngranted(
  access: Pick<Access, 'role' | 'permissions' | 'boundTo'>,
  role: RoleRow,
): void {
  if (isSuperAdmin({ role }) && !(isSuperAdmin(access) && access.boundTo === null))
    throw unprocessable('role', 'super_admin_gives');
  refuseUnheld(access, permissionsOfRole(role), 'role');
}

/** The permissions of a user in an account, or of a role. */
interface PermissionHolder {
  readonly role: Pick<Role, 'key'>;
  readonly permissions: readonly Permission[];
}

/** Being a super_admin counts as a permission of its own. */
export const holdsAllOf = (mine: PermissionHolder, theirs: PermissionHolder): boolean =>
  theirs.permissions.every((one) => mine.permissions.includes(one)) &&
  (isSuperAdmin(mine) || !isSuperAdmin(theirs));

/** Throws 403 when the person or role concerned has anything that the caller does not have. */
export function refuseStronger(access: PermissionHolder, theirs: PermissionHolder): void {
  if (holdsAllOf(access, theirs)) return;
  throw failure('role_above_token', { role: theirs.role.key });
}

export const refuseStrongerRole = (access: PermissionHolder, role: RoleRow): void =>
  refuseStronger(access, { role, permissions: permissionsOfRole(role) });

/** Throws 409 for a system role, 403 for one that permits more than the caller's token. */
export function refuseChange(access: Access, role: RoleRow): void {
  if (role.isSystem) throw failure('system_role', { role: role.key });
  refuseStrongerRole(access, role);
}

/** Returns the stored form: each once, sorted. */
export const permissionsJson = (permissions: readonly Permission[]): string =>
  JSON.stringify([...new Set(permissions)].sort());

/** `Sales Team` becomes `sales_team`; a name without such characters is replaced by its id. */
export function keyOf(name: string, id: string): string {
  const words = name.normalize('NFKD').toLowerCase().replace(/\s+/g, '_');
  const key = words.replace(/[^a-z0-9_]/g, '').slice(0, 64);
  return /[a-z0-9]/.test(key) ? key : `role_${id.slice(-8)}`;
}

const INSERT = `insert into roles
  (id, account_id, key, name, description, is_system, permissions, created_at, updated_at)
  values (?, ?, ?, ?, ?, 1, '[]', ?, ?)`;

/** Returns the inserts for an account, and the ids of the roles. */
export function systemRoles(accountId: string, now: number) {
  const made = SYSTEM_ROLES.map((role) => ({ ...role, id: newId() }));
  const inserts = made.map(
    ({ id, key, name, description }): Statement => ({
      sql: INSERT,
      params: [id, accountId, key, name, description, now, now],
    }),
  );
  const idOf = (key: SystemRole['key']): string => made.find((role) => role.key === key)?.id ?? '';
  return { inserts, idOf };
}
