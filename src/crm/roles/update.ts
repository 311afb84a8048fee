/** PATCH /api/v1/roles/:id and PUT /api/v1/roles/:id/permissions */
import type { Static } from '@sinclair/typebox';
import { roles } from '../../db/schema/crm-access.ts';
import { changed } from '../audit.ts';
import { changeRecord } from '../change-record.ts';
import type { Access } from '../guard.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { findRecord, version } from '../records.ts';
import { Role, RoleChange, RolePermissions, type RoleRow, toRole } from './model.ts';
import { IF_HELD, permissionsJson, refuseChange, refuseUnheld } from './rules.ts';

interface Input {
  readonly request: Request;
  readonly params: { readonly id: string };
  readonly body: Static<typeof RoleChange>;
}

/** 422 a permission the caller does not hold, 404, 412, 409 a system role, 403 one that permits more. */
async function changeRole(parts: CrmParts, access: Access, input: Input): Promise<Role> {
  const { request, params, body } = input;
  const { permissions, ...texts } = body;
  if (permissions) refuseUnheld(access, permissions, 'permissions');
  const fields = { ...texts, ...(permissions && { permissions: permissionsJson(permissions) }) };
  const { db, commits } = parts;
  const find = () => findRecord(db, roles, access.accountId, params.id);
  async function write(before: RoleRow, updatedAt: number): Promise<Role> {
    refuseChange(access, before);
    const change = { ...fields, updatedAt };
    const after = toRole({ ...before, ...change });
    const write = db.orm.update(roles).set(change).where(version(roles, before));
    await commits.commit(access, [{ write, audit: changed('roles', toRole(before), after) }]);
    return after;
  }
  return changeRecord(parts, request, { what: 'role', find, write });
}

export const updateRole = operation('PATCH /api/v1/roles/:id', {
  permission: 'roles.update',
  summary: 'Change a custom role',
  description: IF_HELD,
  body: RoleChange,
  answer: Role,
  message: 'Role updated successfully',
  run: changeRole,
});

export const setRolePermissions = operation('PUT /api/v1/roles/:id/permissions', {
  permission: 'roles.update',
  summary: 'Set what a custom role permits',
  description: IF_HELD,
  body: RolePermissions,
  answer: Role,
  message: 'Role permissions updated successfully',
  run: changeRole,
});
