/** Variables of /mcp, by which agents use the service. */
import { flag, variable } from '../shared/variables/kinds.ts';

export const MCP_VARIABLES = {
  mcpEnabled: variable({
    name: 'MCP_ENABLED',
    kind: flag,
    unset: false,
    about: '`true`: [agents](mcp.md) may use `/mcp`, with the same keys and tokens.',
  }),
};
