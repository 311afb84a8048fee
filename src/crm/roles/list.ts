/** GET /api/v1/roles */
import { roles } from '../../db/schema/crm-access.ts';
import { pageOperation } from '../operation.ts';
import { pageOfRecords } from '../records.ts';
import { Role, toRole } from './model.ts';

export const listRoles = pageOperation('GET /api/v1/roles', {
  permission: 'roles.read',
  summary: 'The roles of the account',
  answer: Role,
  message: 'Roles retrieved successfully',
  async run({ db }, { accountId }, { page }) {
    const { rows, total } = await pageOfRecords(db, roles, accountId, page);
    return { data: rows.map(toRole), total };
  },
});
