/** DELETE /api/v1/roles/:id */
import { roles } from '../../db/schema/crm-access.ts';
import { deleted } from '../audit.ts';
import { orConflict } from '../audited-commit.ts';
import { changeRecord } from '../change-record.ts';
import { Deleted } from '../fields.ts';
import { operation } from '../operation.ts';
import { findRecord, version } from '../records.ts';
import { toRole } from './model.ts';
import { IF_HELD, refuseChange } from './rules.ts';

const IN_USE = 'The role is held by users: give them another one first';

export const deleteRole = operation('DELETE /api/v1/roles/:id', {
  permission: 'roles.delete',
  summary: 'Delete a custom role that nobody holds',
  description: IF_HELD,
  answer: Deleted,
  message: 'Role deleted successfully',
  /** 404, 412, 409 a system role or one that a user holds, 403 one that permits more. */
  run: (parts, access, { request, params: { id } }) =>
    changeRecord(parts, request, {
      what: 'role',
      find: () => findRecord(parts.db, roles, access.accountId, id),
      async write(before) {
        refuseChange(access, before);
        const write = parts.db.orm.delete(roles).where(version(roles, before));
        const step = { write, audit: deleted('roles', toRole(before)) };
        await orConflict(parts.commits.commit(access, [step]), IN_USE, 'constraint');
        return { id };
      },
    }),
});
