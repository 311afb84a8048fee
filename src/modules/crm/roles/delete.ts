/** DELETE /api/v1/roles/:id */
import { orConflict } from '../audited-commit.ts';
import { Deleted, operation } from '../operation.ts';
import { changeOne, deleteStep } from '../records.ts';
import { roleKind } from './model.ts';
import { IF_HELD, refuseChange } from './rules.ts';

export const deleteRole = operation('DELETE /api/v1/roles/:id', {
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
