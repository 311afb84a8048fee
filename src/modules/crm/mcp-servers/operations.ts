/** Operations on MCP servers. */

import { and, eq, sql } from 'drizzle-orm';
import { mcpServers } from '../../../core/db/schema/crm.ts';
import type { Access } from '../guard.ts';
import { type Operation, operation, pageOperation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import {
  changeOne,
  createRecord,
  deleteStep,
  getOperation,
  newRecord,
  pageOfRecords,
  updateRecord,
} from '../records.ts';
import {
  columnsOf,
  McpServer,
  McpServerChange,
  type McpServerFields,
  type McpServerRow,
  mcpServerKind,
  SECRETS_NOTE,
  toMcpServer,
  WholeMcpServer,
} from './model.ts';
import { refuseUnusableSecrets } from './secrets.ts';

const { accountId: itsAccount, configJson, environments, tools } = mcpServers;
const BYTES = sql<number>`octet_length(${configJson}) + octet_length(${environments})
  + octet_length(${tools})`.as('bytes');

const listMcpServers = pageOperation('GET /api/v1/mcp-servers', {
  permission: 'mcp_servers.read',
  summary: 'List the MCP servers of the account',
  listed: mcpServerKind.listed,
  answer: McpServer,
  message: 'MCP servers retrieved successfully',
  run({ db }, access, { page }) {
    const isListed = eq(itsAccount, access.accountId);
    return pageOfRecords(db, mcpServerKind, access, page, (condition) =>
      db.orm.select({ bytes: BYTES }).from(mcpServers).where(and(isListed, condition)),
    );
  },
});

const createMcpServer = operation('POST /api/v1/mcp-servers', {
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

const replaceMcpServer = operation('PUT /api/v1/mcp-servers/:id', {
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

const updateMcpServer = operation('PATCH /api/v1/mcp-servers/:id', {
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

const deleteMcpServer = operation('DELETE /api/v1/mcp-servers/:id', {
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

/** In the order of the documentation. */
export const MCP_SERVER_OPERATIONS: readonly Operation[] = [
  listMcpServers,
  getOperation('GET /api/v1/mcp-servers/:id', mcpServerKind),
  createMcpServer,
  replaceMcpServer,
  updateMcpServer,
  deleteMcpServer,
];
