/** The operations of roles, in the order of the documentation. */
import { routes } from '../operation.ts';
import { createRole } from './create.ts';
import { deleteRole } from './delete.ts';
import { getRole } from './get.ts';
import { listRoles } from './list.ts';
import { setRolePermissions, updateRole } from './update.ts';

export const roleRoutes = routes('Roles', [
  listRoles,
  getRole,
  createRole,
  updateRole,
  setRolePermissions,
  deleteRole,
]);
