/** POST /api/v1/mcp-servers */
import { mcpServers } from '../../db/schema/crm.ts';
import { newId } from '../../shared/ids.ts';
import { created } from '../audit.ts';
import { orConflict } from '../audited-commit.ts';
import { operation } from '../operation.ts';
import {
  columnsOf,
  McpServer,
  type McpServerRow,
  NAME_TAKEN,
  SECRETS_NOTE,
  toMcpServer,
  WholeMcpServer,
} from './model.ts';
import { refuseUnusableSecrets } from './secrets.ts';

export const createMcpServer = operation('POST /api/v1/mcp-servers', {
  permission: 'mcp_servers.create',
  summary: 'Create an MCP server',
  description: SECRETS_NOTE,
  body: WholeMcpServer,
  answer: McpServer,
  message: 'MCP server created successfully',
  async run({ db, clock, vault, commits }, access, { body }) {
    refuseUnusableSecrets(body);
    const id = newId();
    const now = clock.now();
    const row: McpServerRow = {
      id,
      accountId: access.accountId,
      name: body.name,
      configType: body.config_type,
      description: '',
      configJson: '{}',
      environments: '{}',
      tools: '[]',
      type: 'community',
      ...columnsOf(id, body, null, vault),
      createdAt: now,
      updatedAt: now,
    };
    const server = toMcpServer(row);
    const write = db.orm.insert(mcpServers).values(row);
    const audit = created('mcp_servers', server);
    await orConflict(commits.commit(access, [{ write, audit }]), NAME_TAKEN);
    return server;
  },
});
