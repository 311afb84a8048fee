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

/** 422 a permission the caller does not hold, 404, 412, 409 a system role, 403 one that permits more. */
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
  description: IF_HELD,
  example: { body: { description: 'Looks at pipelines' } },
  body: RoleChange,
  answer: Role,
  message: 'Role updated successfully',
  run: changeRole,
});

export const setRolePermissions = operation('PUT /api/v1/roles/:id/permissions', {
  permission: 'roles.update',
  summary: 'Set what a custom role permits',
  description: IF_HELD,
  example: { body: { permissions: ['pipelines.read', 'pipeline_stages.read'] } },
  body: RolePermissions,
  answer: Role,
  message: 'Role permissions updated successfully',
  run: changeRole,
});
