/** The roles of an account. Owns: their rows. */
import { and, asc, eq } from 'drizzle-orm';
import { roles } from '../../db/schema/crm-access.ts';
import { changed, created, deleted } from '../audit.ts';
import { orConflict } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { type RoleRow, toRole } from './model.ts';

type RoleFields = Pick<RoleRow, 'name' | 'description' | 'permissions'>;

interface RoleStore {
  list(accountId: string, page: Page): Promise<{ rows: RoleRow[]; total: number }>;
  find(accountId: string, id: string): Promise<RoleRow | null>;
  insert(access: Access, row: RoleRow): Promise<void>;
  update(
    access: Access,
    before: RoleRow,
    now: number,
    change: Partial<RoleFields>,
  ): Promise<RoleRow>;
  remove(access: Access, before: RoleRow): Promise<void>;
}

export function createRoleStore({ db, commits }: Pick<CrmParts, 'db' | 'commits'>): RoleStore {
  const { orm } = db;
  /** This row in this version, and no other. */
  const version = ({ id, accountId, updatedAt }: RoleRow) =>
    and(eq(roles.id, id), eq(roles.accountId, accountId), eq(roles.updatedAt, updatedAt));
  return {
    async list(accountId, { pageSize, offset }) {
      const rows = await orm
        .select()
        .from(roles)
        .where(eq(roles.accountId, accountId))
        .orderBy(asc(roles.id))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: await totalOf(db, accountId, 'roles') };
    },
    async find(accountId, id) {
      const where = and(eq(roles.accountId, accountId), eq(roles.id, id));
      const [row] = await orm.select().from(roles).where(where).limit(1);
      return row ?? null;
    },
    async insert(access, row) {
      const step = { write: orm.insert(roles).values(row), audit: created('roles', toRole(row)) };
      const taken = `A role with the key ${row.key} exists already`;
      await orConflict(commits.commit(access, [step]), taken);
    },
    async update(access, before, now, change) {
      const after = { ...before, ...change, updatedAt: now };
      const write = orm
        .update(roles)
        .set({ ...change, updatedAt: now })
        .where(version(before));
      const audit = changed('roles', toRole(before), toRole(after));
      await commits.commit(access, [{ write, audit }]);
      return after;
    },
    async remove(access, before) {
      const step = {
        write: orm.delete(roles).where(version(before)),
        audit: deleted('roles', toRole(before)),
      };
      const inUse = 'The role is held by users: give them another one first';
      await orConflict(commits.commit(access, [step]), inUse, 'constraint');
    },
  };
}
