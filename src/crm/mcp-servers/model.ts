/** Shapes of the MCP server operations, and how rows become them and they become rows. */
import { type Static, Type } from '@sinclair/typebox';
import { mcpServers } from '../../db/schema/crm.ts';
import { NamedObject } from '../../http/named-object.ts';
import type { Vault } from '../../shared/crypto.ts';
import { Body, FreeObject, Id, type JsonFields, Text, TIMES, timesOf, Words } from '../fields.ts';
import { kindOf } from '../records.ts';
import { masked, seal } from './secrets.ts';

const LIMITS = { maxBytes: 64 * 1024, maxLevels: 16 };

const configType = Words('studio', 'sse');

/** Of POST and PUT: what is absent gets its default. */
export const WholeMcpServer = Body({
  name: Text({ max: 255, description: 'Unique in the account' }),
  config_type: configType,
  description: Type.Optional(Text({ min: 0, max: 1000, isMultiline: true })),
  config_json: Type.Optional(FreeObject(LIMITS)),
  environments: Type.Optional(FreeObject(LIMITS)),
  tools: Type.Optional(Type.Array(FreeObject(LIMITS), { maxItems: 256 })),
  type: Type.Optional(Words('official', 'community')),
});
export const McpServerChange = Type.Partial(WholeMcpServer);
export type McpServerFields = Static<typeof McpServerChange>;

const AnyObject = (description: string) =>
  Type.Unsafe<JsonFields>(Type.Object({}, { additionalProperties: true, description }));

export const McpServer = NamedObject('McpServer', {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  config_type: configType,
  config_json: AnyObject('Values under `env` and `headers` are masked'),
  environments: Type.Record(Type.String(), Type.String(), { description: 'Values are masked' }),
  tools: Type.Array(AnyObject('As it was given')),
  type: Words('official', 'community'),
  ...TIMES,
});
export type McpServer = Static<typeof McpServer>;

export type McpServerRow = typeof mcpServers.$inferSelect;

const NAME_TAKEN = 'An MCP server with this name exists already';

export const SECRETS_NOTE =
  'Every value under `environments`, `config_json.env` and `config_json.headers` is a secret: encrypted at rest and `********` in every answer. Writing the mask back keeps what is stored, unless URLs in `config_json` lead to another scheme, host or port, or its `host`, `port`, `command` or `args` change: then secrets must be given anew, `environments` too.';

export const toMcpServer = (row: McpServerRow): McpServer => ({
  id: row.id,
  name: row.name,
  description: row.description,
  config_type: row.configType,
  ...masked(row),
  // Written by this feature alone, as an array of objects.
  tools: JSON.parse(row.tools) as JsonFields[],
  type: row.type,
  ...timesOf(row),
});

/**
 * A row's columns for the fields that are given, with their secrets sealed; `stored` is the row so far.
 * 422 a mask that stands for no stored secret.
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
  taken: NAME_TAKEN,
});
