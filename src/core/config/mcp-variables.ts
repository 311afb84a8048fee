/** Variables of /mcp, by which agents use the service. */
import { flag, integer, variable } from '../shared/variables/kinds.ts';

export const MCP_VARIABLES = {
  mcpEnabled: variable({
    name: 'MCP_ENABLED',
    kind: flag,
    unset: false,
    about: '`true`: [agents](mcp.md) may use `/mcp`, with the same keys and tokens.',
  }),
  mcpCallsMax: variable({
    name: 'MCP_CALLS_MAX',
    kind: integer(1, 10_000),
    unset: 64,
    unsetIfStrict: 32,
    about: 'Requests at `/mcp` under way at once; a quarter of one key.',
  }),
};
