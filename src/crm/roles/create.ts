/** POST /api/v1/roles */
import { newId } from '../../shared/ids.ts';
import { orConflict } from '../audited-commit.ts';
import { operation } from '../operation.ts';
import { insertStep } from '../records.ts';
import { NewRole, Role, type RoleRow, roleKind, toRole } from './model.ts';
import { keyOf, permissionsJson, refuseUnheld } from './rules.ts';

export const createRole = operation('POST /api/v1/roles', {
  permission: 'roles.create',
  summary: 'Create a role',
  description: 'It holds at most what its maker holds.',
  body: NewRole,
  answer: Role,
  message: 'Role created successfully',
  /** 422 a permission the caller does not hold, 409 the key is taken. */
  async run({ db, clock, commits }, access, { body }) {
    const { name, description = '', permissions = [] } = body;
    refuseUnheld(access, permissions, 'permissions');
    const [id, now] = [newId(), clock.now()];
    const row: RoleRow = {
      id,
      accountId: access.accountId,
      key: keyOf(name, id),
      name,
      description,
      isSystem: false,
      permissions: permissionsJson(permissions),
      createdAt: now,
      updatedAt: now,
    };
    const work = commits.commit(access, [insertStep(db, roleKind, row)]);
    await orConflict(work, `A role with the key ${row.key} exists already`);
    return toRole(row);
  },
});
