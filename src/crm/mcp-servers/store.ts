/** The MCP servers of an account. Owns: their rows. */
import { and, asc, eq } from 'drizzle-orm';
import { mcpServers } from '../../db/schema/crm.ts';
import { changed, created, deleted } from '../audit.ts';
import { orConflict } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import { type Page, refuseLargeList, SMALLER_PAGE, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { type McpServerRow, toMcpServer } from './model.ts';

export type McpServerColumns = Partial<Omit<McpServerRow, 'id' | 'accountId' | 'createdAt'>>;

interface McpServerStore {
  list(accountId: string, page: Page): Promise<{ rows: McpServerRow[]; total: number }>;
  find(accountId: string, id: string): Promise<McpServerRow | null>;
  /** 409 the name is taken. */
  insert(access: Access, row: McpServerRow): Promise<void>;
  /** 409 the name is taken. */
  update(
    access: Access,
    before: McpServerRow,
    change: McpServerColumns & { readonly updatedAt: number },
  ): Promise<McpServerRow>;
  remove(access: Access, before: McpServerRow): Promise<void>;
}

const PAGE_BYTES = `select sum(octet_length(config_json) + octet_length(environments) + octet_length(tools))
  from (select config_json, environments, tools from mcp_servers where account_id = ?
    order by id limit ? offset ?)`;

const TAKEN = 'An MCP server with this name exists already';

export function createMcpServerStore({ db, commits }: CrmParts): McpServerStore {
  const { orm } = db;
  const version = ({ id, accountId, updatedAt }: McpServerRow) =>
    and(
      eq(mcpServers.id, id),
      eq(mcpServers.accountId, accountId),
      eq(mcpServers.updatedAt, updatedAt),
    );
  return {
    async list(accountId, { pageSize, offset }) {
      const [size] = await db.query(PAGE_BYTES, [accountId, pageSize, offset]);
      refuseLargeList(Number(size?.[0]), SMALLER_PAGE);
      const rows = await orm
        .select()
        .from(mcpServers)
        .where(eq(mcpServers.accountId, accountId))
        .orderBy(asc(mcpServers.id))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: await totalOf(db, accountId, 'mcp_servers') };
    },
    async find(accountId, id) {
      const where = and(eq(mcpServers.accountId, accountId), eq(mcpServers.id, id));
      const [row] = await orm.select().from(mcpServers).where(where).limit(1);
      return row ?? null;
    },
    async insert(access, row) {
      const write = orm.insert(mcpServers).values(row);
      const audit = created('mcp_servers', toMcpServer(row));
      await orConflict(commits.commit(access, [{ write, audit }]), TAKEN);
    },
    async update(access, before, change) {
      const after = { ...before, ...change };
      const write = orm.update(mcpServers).set(change).where(version(before));
      const audit = changed('mcp_servers', toMcpServer(before), toMcpServer(after));
      await orConflict(commits.commit(access, [{ write, audit }]), TAKEN);
      return after;
    },
    async remove(access, before) {
      const previous = toMcpServer(before);
      const write = orm.delete(mcpServers).where(version(before));
      const type = 'mcp_server.deleted';
      const events = [{ type, order: before.id, previous, current: null }] as const;
      await commits.commit(access, [{ write, audit: deleted('mcp_servers', previous), events }]);
    },
  };
}
