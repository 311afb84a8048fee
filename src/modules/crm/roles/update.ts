/** PATCH /api/v1/roles/:id and PUT /api/v1/roles/:id/permissions */
import type { Static } from '@sinclair/typebox';
import type { Access } from '../guard.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { updateRecord } from '../records.ts';
import { Role, RoleChange, RolePermissions, roleKind } from './model.ts';
import { IF_HELD, permissionsJson, refuseChange, refuseUnheld } from './rules.ts';

interface Input {
  readonly request: Request;
  readonly params: { readonly id: string };
  readonly body: Static<typeof RoleChange>;
}

/**
 * Throws 422 for a permission that the caller does not have, 404, 412, 409 for a system role, 403 for one that permits
 * more.
 */
function changeRole(
  parts: CrmParts,
  access: Access,
  { request, params: { id }, body: { permissions, ...texts } }: Input,
): Promise<Role> {
  if (permissions) refuseUnheld(access, permissions, 'permissions');
  const fields = { ...texts, ...(permissions && { permissions: permissionsJson(permissions) }) };
  return updateRecord(parts, access, { kind: roleKind, request, id }, (before) => {
    refuseChange(access, before);
    return fields;
  });
}

export const updateRole = operation('PATCH /api/v1/roles/:id', {
  permission: 'roles.update',
  summary: 'Change a custom role',
  description: `Changes the fields that are given. ${IF_HELD}`,
  example: { body: { description: 'Looks at pipelines' } },
  body: RoleChange,
  answer: Role,
  message: 'Role updated successfully',
  run: changeRole,
});

export const setRolePermissions = operation('PUT /api/v1/roles/:id/permissions', {
  permission: 'roles.update',
  summary: 'Set the permissions of a custom role',
  description: `Replaces all permissions of the role. ${IF_HELD}`,
  body: RolePermissions,
  answer: Role,
  message: 'Role permissions updated successfully',
  run: changeRole,
});
