/** PATCH and PUT /api/v1/mcp-servers/:id */
import { mcpServers } from '../../db/schema/crm.ts';
import { changed } from '../audit.ts';
import { orConflict } from '../audited-commit.ts';
import { changeRecord } from '../change-record.ts';
import type { Access } from '../guard.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { findRecord, version } from '../records.ts';
import {
  columnsOf,
  McpServer,
  McpServerChange,
  type McpServerFields,
  NAME_TAKEN,
  SECRETS_NOTE,
  toMcpServer,
  WholeMcpServer,
} from './model.ts';
import { refuseUnusableSecrets } from './secrets.ts';

const permission = 'mcp_servers.update';
const message = 'MCP server updated successfully';

/** What PUT puts where a body has nothing. */
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
  description: `What is absent gets its default. ${SECRETS_NOTE}`,
  body: WholeMcpServer,
  answer: McpServer,
  message,
  run: (parts, access, { request, params, body }) =>
    change(parts, access, request, params.id, { ...DEFAULTS, ...body }),
});

export const updateMcpServer = operation('PATCH /api/v1/mcp-servers/:id', {
  permission,
  summary: 'Change an MCP server',
  description: `A field that is given is replaced whole. ${SECRETS_NOTE}`,
  body: McpServerChange,
  answer: McpServer,
  message,
  run: (parts, access, { request, params, body }) =>
    change(parts, access, request, params.id, body),
});

/** Sets the fields that are given. 422 a secret that cannot be used, 404, 412, 409 the name is taken. */
function change(
  parts: CrmParts,
  access: Access,
  request: Request,
  id: string,
  fields: McpServerFields,
): Promise<McpServer> {
  refuseUnusableSecrets(fields);
  return changeRecord(parts, request, {
    what: 'MCP server',
    find: () => findRecord(parts.db, mcpServers, access.accountId, id),
    async write(before, updatedAt) {
      const columns = { ...columnsOf(id, fields, before, parts.vault), updatedAt };
      const after = toMcpServer({ ...before, ...columns });
      const write = parts.db.orm.update(mcpServers).set(columns).where(version(mcpServers, before));
      const audit = changed('mcp_servers', toMcpServer(before), after);
      await orConflict(parts.commits.commit(access, [{ write, audit }]), NAME_TAKEN);
      return after;
    },
  });
}
