/** DELETE /api/v1/mcp-servers/:id */
import { operation } from '../operation.ts';
import { changeOne, deleteStep } from '../records.ts';
import { mcpServerKind, toMcpServer } from './model.ts';

export const deleteMcpServer = operation('DELETE /api/v1/mcp-servers/:id', {
  permission: 'mcp_servers.delete',
  summary: 'Delete an MCP server',
  run: (parts, access, { request, params: { id } }) =>
    changeOne(parts, access, { kind: mcpServerKind, request, id }, async (before) => {
      const step = deleteStep(parts.db, mcpServerKind, before);
      const previous = toMcpServer(before);
      const event = { type: 'mcp_server.deleted', order: id, previous, current: null } as const;
      await parts.commits.commit(access, [{ ...step, events: [event] }]);
    }),
});
