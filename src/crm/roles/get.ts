/** GET /api/v1/roles/:id */
import { roles } from '../../db/schema/crm-access.ts';
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { findRecord } from '../records.ts';
import { Role, toRole } from './model.ts';

export const getRole = operation('GET /api/v1/roles/:id', {
  permission: 'roles.read',
  summary: 'One role',
  answer: Role,
  message: 'Role retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toRole(found(await findRecord(db, roles, accountId, params.id), 'role'));
  },
});
