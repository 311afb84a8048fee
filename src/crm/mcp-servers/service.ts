/** What happens to MCP servers. Owns: the rules of their operations, in the order they are checked. */
import type { Static } from '@sinclair/typebox';
import { newId } from '../../shared/ids.ts';
import { changeRecord, found } from '../change-record.ts';
import type { Access } from '../guard.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import {
  type McpServer,
  type McpServerFields,
  type McpServerRow,
  toMcpServer,
  type WholeMcpServer,
} from './model.ts';
import { refuseUnusableSecrets, seal } from './secrets.ts';
import { createMcpServerStore, type McpServerColumns } from './store.ts';

interface Asking {
  readonly request: Request;
}
type Whole = Static<typeof WholeMcpServer>;

export function createMcpServerService(parts: CrmParts) {
  const { clock, vault } = parts;
  const store = createMcpServerStore(parts);
  const find = (access: Access, id: string) => () => store.find(access.accountId, id);

  const columnsOf = (
    id: string,
    fields: McpServerFields,
    stored: McpServerRow | null,
  ): McpServerColumns => {
    const { config_json: _, environments: __, config_type, tools, ...plain } = fields;
    return {
      ...plain,
      ...seal(id, fields, stored, vault),
      ...(config_type && { configType: config_type }),
      ...(tools && { tools: JSON.stringify(tools) }),
    };
  };

  /** Sets the fields that are given. 422 a secret that cannot be used, 404, 412, 409 the name is taken. */
  function change(context: Asking, access: Access, id: string, fields: McpServerFields) {
    refuseUnusableSecrets(fields);
    return changeRecord(parts, context, {
      what: 'MCP server',
      find: find(access, id),
      async write(before, updatedAt): Promise<McpServer> {
        const columns = { ...columnsOf(id, fields, before), updatedAt };
        return toMcpServer(await store.update(access, before, columns));
      },
    });
  }

  return {
    async list(access: Access, page: Page): Promise<{ data: McpServer[]; total: number }> {
      const { rows, total } = await store.list(access.accountId, page);
      return { data: rows.map(toMcpServer), total };
    },
    async get({ accountId }: Access, id: string): Promise<McpServer> {
      return toMcpServer(found(await store.find(accountId, id), 'MCP server'));
    },
    /** 422 a secret that cannot be used, 409 the name is taken. */
    async create(access: Access, fields: Whole): Promise<McpServer> {
      refuseUnusableSecrets(fields);
      const now = clock.now();
      const { name, config_type: configType } = fields;
      const own = { id: newId(), accountId: access.accountId, name, configType };
      const columns = columnsOf(own.id, fields, null);
      const row = { ...EMPTY, ...own, ...columns, createdAt: now, updatedAt: now };
      await store.insert(access, row);
      return toMcpServer(row);
    },
    change,
    /** As `change`, and what is not given gets its default. */
    replace: (context: Asking, access: Access, id: string, fields: Whole) =>
      change(context, access, id, { ...DEFAULTS, ...fields }),
    /** 404, 412. The account's webhooks hear of it. */
    remove(context: Asking, access: Access, id: string): Promise<void> {
      return changeRecord(parts, context, {
        what: 'MCP server',
        find: find(access, id),
        write: (before) => store.remove(access, before),
      });
    },
  };
}

/** What is stored of a server that has nothing but its name and kind. */
const EMPTY = {
  description: '',
  configJson: '{}',
  environments: '{}',
  tools: '[]',
  type: 'community',
} as const;

/** What PUT puts where a body has nothing. */
const DEFAULTS: McpServerFields = {
  description: '',
  config_json: {},
  environments: {},
  tools: [],
  type: 'community',
};

export type McpServerService = ReturnType<typeof createMcpServerService>;
