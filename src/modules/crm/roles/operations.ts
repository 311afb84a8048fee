/** Operations on roles. */

import type { Static } from '@sinclair/typebox';
import { orConflict } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import { Deleted, type Operation, operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import {
  changeOne,
  createRecord,
  deleteStep,
  getOperation,
  listOperation,
  newRecord,
  updateRecord,
} from '../records.ts';
import { NewRole, Role, RoleChange, RolePermissions, type RoleRow, roleKind } from './model.ts';
import { IF_HELD, keyOf, permissionsJson, refuseChange, refuseUnheld } from './rules.ts';

const createRole = operation('POST /api/v1/roles', {
  permission: 'roles.create',
  summary: 'Create a role',
  description: 'Creates a role, which holds at most what its creator holds.',
  body: NewRole,
  answer: Role,
  message: 'Role created successfully',
  /** Throws 422 for a permission that the caller does not have, 409 when the key is taken. */
  async run(parts, access, { body }) {
    const { name, description = '', permissions = [] } = body;
    refuseUnheld(access, permissions, 'permissions');
    const made = newRecord(access, parts.clock.now());
    const key = keyOf(name, made.id);
    const row: RoleRow = {
      ...made,
      key,
      name,
      description,
      isSystem: false,
      permissions: permissionsJson(permissions),
    };
    return createRecord(parts, access, roleKind, row, 'role_key_taken');
  },
});

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

const updateRole = operation('PATCH /api/v1/roles/:id', {
  permission: 'roles.update',
  summary: 'Change a custom role',
  description: `Changes the fields that are given. ${IF_HELD}`,
  example: { body: { description: 'Looks at pipelines' } },
  body: RoleChange,
  answer: Role,
  message: 'Role updated successfully',
  run: changeRole,
});

const setRolePermissions = operation('PUT /api/v1/roles/:id/permissions', {
  permission: 'roles.update',
  summary: 'Set the permissions of a custom role',
  description: `Replaces all permissions of the role. ${IF_HELD}`,
  body: RolePermissions,
  answer: Role,
  message: 'Role permissions updated successfully',
  run: changeRole,
});

const deleteRole = operation('DELETE /api/v1/roles/:id', {
  permission: 'roles.delete',
  summary: 'Delete a custom role that nobody holds',
  description: `Deletes the role with its permissions. ${IF_HELD}`,
  answer: Deleted,
  message: 'Role deleted successfully',
  /** Throws 404, 412, 409 for a system role or one that a user has, 403 for one that permits more. */
  run: (parts, access, { request, params: { id } }) =>
    changeOne(parts, access, { kind: roleKind, request, id }, async (before) => {
      refuseChange(access, before);
      const step = deleteStep(parts.db, roleKind, before);
      await orConflict(parts.commits.commit(access, [step]), 'role_in_use', 'constraint');
      return { id };
    }),
});

/** In the order of the documentation. */
export const ROLE_OPERATIONS: readonly Operation[] = [
  listOperation('GET /api/v1/roles', roleKind),
  getOperation('GET /api/v1/roles/:id', roleKind),
  createRole,
  updateRole,
  setRolePermissions,
  deleteRole,
];
