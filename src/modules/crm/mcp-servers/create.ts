/** POST /api/v1/mcp-servers */
import { operation } from '../operation.ts';
import { createRecord, newRecord } from '../records.ts';
import {
  columnsOf,
  McpServer,
  type McpServerRow,
  mcpServerKind,
  SECRETS_NOTE,
  WholeMcpServer,
} from './model.ts';
import { refuseUnusableSecrets } from './secrets.ts';

export const createMcpServer = operation('POST /api/v1/mcp-servers', {
  permission: 'mcp_servers.create',
  summary: 'Create an MCP server',
  description: SECRETS_NOTE,
  example: {
    body: {
      name: 'Tickets',
      config_type: 'sse',
      config_json: { url: 'https://mcp.example.com/sse' },
    },
  },
  body: WholeMcpServer,
  answer: McpServer,
  message: 'MCP server created successfully',
  async run(parts, access, { body }) {
    refuseUnusableSecrets(body);
    const made = newRecord(access, parts.clock.now());
    const row: McpServerRow = {
      ...made,
      name: body.name,
      configType: body.config_type,
      description: '',
      configJson: '{}',
      environments: '{}',
      tools: '[]',
      type: 'community',
      ...columnsOf(made.id, body, null, parts.vault),
    };
    return createRecord(parts, access, mcpServerKind, row);
  },
});
