/** What happens to roles. Owns: the rules of the role operations, in the order they are checked. */
import type { Static } from '@sinclair/typebox';
import { newId } from '../../shared/ids.ts';
import { changeRecord, found } from '../change-record.ts';
import type { Access } from '../guard.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { type NewRole, type Role, type RoleChange, type RoleRow, toRole } from './model.ts';
import {
  keyOf,
  permissionsJson,
  refuseStrongerRole,
  refuseSystemRole,
  refuseUnheld,
} from './rules.ts';
import { createRoleStore } from './store.ts';

interface Asking {
  readonly request: Request;
}

export function createRoleService(parts: CrmParts) {
  const { clock } = parts;
  const store = createRoleStore(parts);
  return {
    async list(access: Access, page: Page): Promise<{ data: Role[]; total: number }> {
      const { rows, total } = await store.list(access.accountId, page);
      return { data: rows.map(toRole), total };
    },
    async get({ accountId }: Access, id: string): Promise<Role> {
      return toRole(found(await store.find(accountId, id), 'role'));
    },
    /** 422 a permission the caller does not hold, 409 the key is taken. */
    async create(access: Access, fields: Static<typeof NewRole>): Promise<Role> {
      const { name, description = '', permissions = [] } = fields;
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
      await store.insert(access, row);
      return toRole(row);
    },
    /** 422 a permission the caller does not hold, 404, 412, 409 a system role, 403 one that permits more. */
    change(context: Asking, access: Access, id: string, wanted: Static<typeof RoleChange>) {
      const { permissions, ...texts } = wanted;
      if (permissions) refuseUnheld(access, permissions, 'permissions');
      const fields = {
        ...texts,
        ...(permissions && { permissions: permissionsJson(permissions) }),
      };
      return changeRecord(parts, context, {
        what: 'role',
        find: () => store.find(access.accountId, id),
        async write(before, now): Promise<Role> {
          refuseChange(access, before);
          return toRole(await store.update(access, before, now, fields));
        },
      });
    },
    /** 404, 412, 409 a system role or one that somebody holds, 403 one that permits more. */
    remove(context: Asking, access: Access, id: string) {
      return changeRecord(parts, context, {
        what: 'role',
        find: () => store.find(access.accountId, id),
        async write(before): Promise<{ id: string }> {
          refuseChange(access, before);
          await store.remove(access, before);
          return { id };
        },
      });
    },
  };
}

function refuseChange(access: Access, role: RoleRow): void {
  refuseSystemRole(role);
  refuseStrongerRole(access, role);
}
