/** Shapes of the role operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import { roles } from '../../../core/db/schema/crm-access.ts';
import { checkedSchema } from '../../../core/http/checked-schema.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { Body, Id, notOneOf, Text, TIMES, timesOf, Words } from '../fields.ts';
import {
  isPermission,
  OTHER_NAMES,
  ownName,
  PERMISSIONS,
  type Permission,
  permissionsOfRole,
} from '../permissions/catalogue.ts';
import { kindOf } from '../records.ts';

const PermissionName = checkedSchema<Permission>(
  { type: 'string', enum: [...PERMISSIONS, ...OTHER_NAMES] },
  (value) => (typeof value === 'string' && isPermission(value) ? null : notOneOf(PERMISSIONS)),
  ownName,
);

export const Permissions = Type.Array(PermissionName, {
  $id: 'PermissionNames',
  maxItems: 100,
  description:
    'Names of permissions, such as `pipelines.read`, at most 100; GET /api/v1/resource_actions lists them all. `ai_mcp_servers.*` is another name of `mcp_servers.*`',
});

export const Role = NamedObject('Role', {
  id: Id,
  key: Type.String({ description: 'Key by which users are given the role' }),
  name: Type.String(),
  description: Type.String(),
  type: Words('system', 'custom'),
  permissions: Type.Array(Type.String()),
  ...TIMES,
});
export type Role = Static<typeof Role>;

export const NewRole = Body({
  name: Text({
    max: 255,
    description: 'Name of the role, such as `Seller`; its key is made from it',
    examples: ['Seller'],
  }),
  description: Type.Optional(
    Text({
      min: 0,
      max: 1000,
      isMultiline: true,
      description: 'Purpose of the role, such as `Sells to new customers`',
      examples: ['Sells to new customers'],
    }),
  ),
  permissions: Type.Optional(Permissions),
});
export const RoleChange = Type.Partial(NewRole);
export const RolePermissions = Body({ permissions: Permissions });

export type RoleRow = typeof roles.$inferSelect;

const toRole = (row: RoleRow): Role => ({
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  type: row.isSystem ? 'system' : 'custom',
  permissions: [...permissionsOfRole(row)],
  ...timesOf(row),
});

export const roleKind = kindOf(roles, {
  what: 'role',
  plural: 'roles',
  answer: Role,
  show: toRole,
  searched: { name: roles.name, key: roles.key, description: roles.description },
  sorted: { type: roles.isSystem },
});
