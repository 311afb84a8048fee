/** The operations of MCP servers, in the order of the documentation. */
import { routes } from '../operation.ts';
import { createMcpServer } from './create.ts';
import { deleteMcpServer } from './delete.ts';
import { getMcpServer } from './get.ts';
import { listMcpServers } from './list.ts';
import { replaceMcpServer, updateMcpServer } from './update.ts';

export const mcpServerRoutes = routes('MCP servers', [
  listMcpServers,
  getMcpServer,
  createMcpServer,
  replaceMcpServer,
  updateMcpServer,
  deleteMcpServer,
]);
