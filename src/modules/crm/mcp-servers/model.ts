/** Shapes of the MCP server operations, and how rows become them and they become rows. */
import { type Static, Type } from '@sinclair/typebox';
import { mcpServers } from '../../../core/db/schema/crm.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import type { Vault } from '../../../core/shared/crypto.ts';
import { Body, FreeObject, Id, type JsonFields, Text, TIMES, timesOf, Words } from '../fields.ts';
import { kindOf, type Reader } from '../records.ts';
import { maskSecrets, seal } from './secrets.ts';

const LIMITS = { maxBytes: 64 * 1024, maxLevels: 16 };

const configType = describe(
  'How the server is reached: as a program that is started (`studio`) or at a URL (`sse`)',
  Words('studio', 'sse'),
);
const type = describe(
  'Who maintains the server: its maker (`official`) or others (`community`, the default)',
  Words('official', 'community'),
);

/** The body of POST and PUT, in which absent fields get their defaults. */
export const WholeMcpServer = Body({
  name: Text({
    max: 255,
    description:
      'Name of the MCP server, such as `Tickets`; no other one of the account may have it',
    examples: ['Tickets'],
  }),
  config_type: configType,
  description: Type.Optional(
    Text({
      min: 0,
      max: 1000,
      isMultiline: true,
      description: 'Description of the server, such as `Reads tickets`',
      examples: ['Reads tickets'],
    }),
  ),
  config_json: Type.Optional(
    FreeObject(LIMITS, 'How it is reached, such as `url` or `command` and `args`'),
  ),
  environments: Type.Optional(
    FreeObject(LIMITS, 'Environment variables of the server; their values are secrets'),
  ),
  tools: Type.Optional(
    Type.Array(FreeObject(LIMITS, 'A tool, in the form that the application keeps it in'), {
      maxItems: 256,
      description: 'The tools of the server, at most 256, kept as they are given',
    }),
  ),
  type: Type.Optional(type),
});
export const McpServerChange = Type.Partial(WholeMcpServer);
export type McpServerFields = Static<typeof McpServerChange>;

const AnyObject = (description: string) =>
  Type.Unsafe<JsonFields>(Type.Object({}, { additionalProperties: true, description }));

export const McpServer = NamedObject('McpServer', {
  id: describe('Id of the MCP server', Id),
  name: Type.String({
    description: 'Name of the MCP server, which no other one of the account has',
  }),
  description: Type.String({
    description: 'Description of the server; may be empty',
  }),
  config_type: configType,
  config_json: AnyObject(
    'Settings of the connection; values under `env` and `headers` are masked as `********`, and query values of URLs without the permission `mcp_servers.update`',
  ),
  environments: Type.Record(Type.String(), Type.String(), {
    description: 'Environment variables by their names; the values are masked as `********`',
  }),
  tools: Type.Array(AnyObject('A tool, as it was given'), {
    description: 'The tools of the server, as they were given',
  }),
  type,
  ...TIMES,
});
export type McpServer = Static<typeof McpServer>;

export type McpServerRow = typeof mcpServers.$inferSelect;

export const SECRETS_NOTE =
  'Values under `environments`, `config_json.env` and `config_json.headers` are secrets: encrypted at rest and `********` in every answer. Writing the mask back keeps the stored value. Give the secrets again, `environments` too, if a URL in `config_json` changes its scheme, host or port, or if its `host`, `port`, `command` or `args` change. A URL in `config_json` in its masked form keeps the stored one in the same place.';

/** URLs may hold tokens, so only callers who may change a server see them whole. */
export const toMcpServer = (row: McpServerRow, reader?: Reader): McpServer => ({
  id: row.id,
  name: row.name,
  description: row.description,
  config_type: row.configType,
  ...maskSecrets(row, reader?.permissions.includes('mcp_servers.update') === true),
  // Only this feature writes it, as an array of objects.
  tools: JSON.parse(row.tools) as JsonFields[],
  type: row.type,
  ...timesOf(row),
});

/**
 * Returns a row's columns for the given fields, with their secrets sealed; `stored` is the current row. Throws 422 for
 * a mask for which no secret is stored.
 */
export function columnsOf(
  id: string,
  fields: McpServerFields,
  stored: McpServerRow | null,
  vault: Vault,
): Partial<McpServerRow> {
  const { config_json: _, environments: __, config_type, tools, ...plain } = fields;
  return {
    ...plain,
    ...seal(id, fields, stored, vault),
    ...(config_type && { configType: config_type }),
    ...(tools && { tools: JSON.stringify(tools) }),
  };
}

export const mcpServerKind = kindOf(mcpServers, {
  what: 'MCP server',
  plural: 'MCP servers',
  answer: McpServer,
  show: toMcpServer,
  searched: { name: mcpServers.name, description: mcpServers.description },
  sorted: { config_type: mcpServers.configType, type: mcpServers.type },
  taken: 'mcp_server_name_taken',
});
