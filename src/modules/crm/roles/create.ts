/** POST /api/v1/roles */
import { operation } from '../operation.ts';
import { createRecord, newRecord } from '../records.ts';
import { NewRole, Role, type RoleRow, roleKind } from './model.ts';
import { keyOf, permissionsJson, refuseUnheld } from './rules.ts';

export const createRole = operation('POST /api/v1/roles', {
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
