/** GET /api/v1/mcp-servers/:id */
import { mcpServers } from '../../db/schema/crm.ts';
import { found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { findRecord } from '../records.ts';
import { McpServer, toMcpServer } from './model.ts';

export const getMcpServer = operation('GET /api/v1/mcp-servers/:id', {
  permission: 'mcp_servers.read',
  summary: 'One MCP server',
  answer: McpServer,
  message: 'MCP server retrieved successfully',
  async run({ db }, { accountId }, { params }) {
    return toMcpServer(found(await findRecord(db, mcpServers, accountId, params.id), 'MCP server'));
  },
});
