/** PATCH and PUT /api/v1/mcp-servers/:id */
import type { Access } from '../guard.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { updateRecord } from '../records.ts';
import {
  columnsOf,
  McpServer,
  McpServerChange,
  type McpServerFields,
  mcpServerKind,
  SECRETS_NOTE,
  WholeMcpServer,
} from './model.ts';
import { refuseUnusableSecrets } from './secrets.ts';

const permission = 'mcp_servers.update';
const message = 'MCP server updated successfully';

/** The values that PUT uses for absent fields. */
const DEFAULTS: McpServerFields = {
  description: '',
  config_json: {},
  environments: {},
  tools: [],
  type: 'community',
};

export const replaceMcpServer = operation('PUT /api/v1/mcp-servers/:id', {
  permission,
  summary: 'Replace an MCP server',
  description: `Replaces the MCP server; absent fields get their defaults. ${SECRETS_NOTE}`,
  example: {
    body: {
      name: 'Tickets',
      config_type: 'sse',
      config_json: { url: 'https://mcp.example.com/sse' },
    },
  },
  body: WholeMcpServer,
  answer: McpServer,
  message,
  run: (parts, access, { request, params, body }) =>
    change(parts, access, request, params.id, { ...DEFAULTS, ...body }),
});

export const updateMcpServer = operation('PATCH /api/v1/mcp-servers/:id', {
  permission,
  summary: 'Change an MCP server',
  description: `Changes the given fields, each as a whole. ${SECRETS_NOTE}`,
  example: { body: { description: 'Open tickets' } },
  body: McpServerChange,
  answer: McpServer,
  message,
  run: (parts, access, { request, params, body }) =>
    change(parts, access, request, params.id, body),
});

/** Sets the given fields. Throws 422 for a secret that cannot be used, 404, 412, 409 when the name is taken. */
function change(
  parts: CrmParts,
  access: Access,
  request: Request,
  id: string,
  fields: McpServerFields,
): Promise<McpServer> {
  refuseUnusableSecrets(fields);
  const asked = { kind: mcpServerKind, request, id };
  return updateRecord(parts, access, asked, (before) => columnsOf(id, fields, before, parts.vault));
}
