/** The words of the MCP server operations. Owns: their shapes, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import type { mcpServers } from '../../db/schema/crm.ts';
import { iso } from '../../shared/clock.ts';
import { Body, FreeObject, Id, type JsonFields, Text, Time, Words } from '../fields.ts';
import { masked } from './secrets.ts';

const LIMITS = { maxBytes: 64 * 1024, maxLevels: 16 };

const name = Text({ max: 255, description: 'Unique in the account' });
const configType = Words('studio', 'sse');
const rest = {
  description: Type.Optional(Text({ min: 0, max: 1000, isMultiline: true })),
  config_json: Type.Optional(FreeObject(LIMITS)),
  environments: Type.Optional(FreeObject(LIMITS)),
  tools: Type.Optional(Type.Array(FreeObject(LIMITS), { maxItems: 256 })),
  type: Type.Optional(Words('official', 'community')),
};

/** Of POST and PUT: what is absent gets its default. */
export const WholeMcpServer = Body({ name, config_type: configType, ...rest });
export const McpServerChange = Body({
  name: Type.Optional(name),
  config_type: Type.Optional(configType),
  ...rest,
});
export type McpServerFields = Static<typeof McpServerChange>;

const AnyObject = (description: string) =>
  Type.Unsafe<JsonFields>(Type.Object({}, { additionalProperties: true, description }));

export const McpServer = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  config_type: configType,
  config_json: AnyObject('Values under `env` and `headers` are masked'),
  environments: Type.Record(Type.String(), Type.String(), { description: 'Values are masked' }),
  tools: Type.Array(AnyObject('As it was given')),
  type: Words('official', 'community'),
  created_at: Time,
  updated_at: Time,
});
export type McpServer = Static<typeof McpServer>;

export type McpServerRow = typeof mcpServers.$inferSelect;

export const toMcpServer = (row: McpServerRow): McpServer => ({
  id: row.id,
  name: row.name,
  description: row.description,
  config_type: row.configType,
  ...masked(row),
  // Written by this feature alone, as an array of objects.
  tools: JSON.parse(row.tools) as JsonFields[],
  type: row.type,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});
