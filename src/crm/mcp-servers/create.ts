/** POST /api/v1/mcp-servers */
import { newId } from '../../shared/ids.ts';
import { orConflict } from '../audited-commit.ts';
import { operation } from '../operation.ts';
import { insertStep } from '../records.ts';
import {
  columnsOf,
  McpServer,
  type McpServerRow,
  mcpServerKind,
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
    const work = commits.commit(access, [insertStep(db, mcpServerKind, row)]);
    await orConflict(work, NAME_TAKEN);
    return toMcpServer(row);
  },
});
