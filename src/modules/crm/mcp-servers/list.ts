/** GET /api/v1/mcp-servers */
import { refuseLargeList } from '../list.ts';
import { pageOperation } from '../operation.ts';
import { pageOfRecords } from '../records.ts';
import { McpServer, mcpServerKind } from './model.ts';

const PAGE_BYTES = `select sum(octet_length(config_json) + octet_length(environments) + octet_length(tools))
  from (select config_json, environments, tools from mcp_servers where account_id = ?
    order by id limit ? offset ?)`;

export const listMcpServers = pageOperation('GET /api/v1/mcp-servers', {
  permission: 'mcp_servers.read',
  summary: 'List the MCP servers of the account',
  answer: McpServer,
  message: 'MCP servers retrieved successfully',
  async run({ db }, access, { page }) {
    const [size] = await db.query(PAGE_BYTES, [access.accountId, page.pageSize, page.offset]);
    refuseLargeList(Number(size?.[0]));
    return pageOfRecords(db, mcpServerKind, access, page);
  },
});
