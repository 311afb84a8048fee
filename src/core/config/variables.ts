/** Every variable of the environment, each described once. */

import { BROKER_VARIABLES } from '../channels/brokers.ts';
import { PROVIDER_VARIABLES } from '../providers/all.ts';
import type { Variable } from '../shared/variables/kinds.ts';
import { COMMAND_VARIABLES } from './command-variables.ts';
import { EVENT_VARIABLES } from './event-variables.ts';
import { INSTANCE_VARIABLES } from './instance-variables.ts';
import { LIMIT_VARIABLES } from './limit-variables.ts';
import { MCP_VARIABLES } from './mcp-variables.ts';
import { SERVICE_VARIABLES } from './service-variables.ts';
import { STORAGE_VARIABLES } from './storage-variables.ts';
import { TRACE_VARIABLES } from './trace-variables.ts';

export const VARIABLES = {
  ...SERVICE_VARIABLES,
  ...EVENT_VARIABLES,
  ...BROKER_VARIABLES,
  ...STORAGE_VARIABLES,
  ...LIMIT_VARIABLES,
  ...INSTANCE_VARIABLES,
  ...PROVIDER_VARIABLES,
  ...MCP_VARIABLES,
  ...TRACE_VARIABLES,
  ...COMMAND_VARIABLES,
};

type Table = typeof VARIABLES;
type Field = keyof Table;

/** The values of the environment with defaults; `null` for an unset variable without a default. */
export type Settings = {
  readonly [F in Field]: Table[F] extends Variable<infer T> ? T : never;
};

export const FIELDS = Object.keys(VARIABLES) as readonly Field[];
