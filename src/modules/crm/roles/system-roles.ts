/** The rows of the system roles that every account starts with. */
import type { Statement } from '../../../core/db/client.ts';
import { newId } from '../../../core/shared/ids.ts';
import { SYSTEM_ROLES, type SystemRole } from '../permissions/catalogue.ts';

const INSERT = `insert into roles
  (id, account_id, key, name, description, is_system, permissions, created_at, updated_at)
  values (?, ?, ?, ?, ?, 1, '[]', ?, ?)`;

/** Returns the inserts for an account, and the ids of the roles. */
export function systemRoles(accountId: string, now: number) {
  const made = SYSTEM_ROLES.map((role) => ({ ...role, id: newId() }));
  const inserts = made.map(
    ({ id, key, name, description }): Statement => ({
      sql: INSERT,
      params: [id, accountId, key, name, description, now, now],
    }),
  );
  const idOf = (key: SystemRole['key']): string => made.find((role) => role.key === key)?.id ?? '';
  return { inserts, idOf };
}
