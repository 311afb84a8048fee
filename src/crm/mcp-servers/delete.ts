/** DELETE /api/v1/mcp-servers/:id */
import { mcpServers } from '../../db/schema/crm.ts';
import { deleted } from '../audit.ts';
import { changeRecord } from '../change-record.ts';
import { operation } from '../operation.ts';
import { findRecord, version } from '../records.ts';
import { toMcpServer } from './model.ts';

export const deleteMcpServer = operation('DELETE /api/v1/mcp-servers/:id', {
  permission: 'mcp_servers.delete',
  summary: 'Delete an MCP server',
  run: (parts, access, { request, params: { id } }) =>
    changeRecord(parts, request, {
      what: 'MCP server',
      find: () => findRecord(parts.db, mcpServers, access.accountId, id),
      async write(before) {
        const previous = toMcpServer(before);
        await parts.commits.commit(access, [
          {
            write: parts.db.orm.delete(mcpServers).where(version(mcpServers, before)),
            audit: deleted('mcp_servers', previous),
            events: [{ type: 'mcp_server.deleted', order: id, previous, current: null }],
          },
        ]);
      },
    }),
});
