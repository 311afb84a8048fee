/** Adds /mcp to the service. Without MCP_ENABLED it answers that it is off. */
import { version } from '../../../package.json';
import { VARIABLES } from '../../core/config/variables.ts';
import { createSettledInnerCaller } from '../../core/http/inner-call.ts';
import { isOffered } from '../../core/http/openapi.ts';
import type { ModuleParts } from '../../module.ts';
import { mcpOffRoutes, mcpRoutes } from './routes.ts';
import { mcpZone } from './zone.ts';

/** The requests of agents that may be under way at once. */
const CALLS_MAX = 64;

export const MCP_PARTS: ModuleParts = {
  /** The credentials of agents are those of the two other zones. */
  zones({ config: { mcpEnabled, corsOrigins, publicUrl }, gateway, accounts }) {
    if (!mcpEnabled) return [];
    const origins = [...corsOrigins, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])];
    return [
      mcpZone({
        zones: { apikey: gateway, ...(accounts && { api_access_token: accounts }) },
        origins,
      }),
    ];
  },
  routes({ config, clock, log, parts: { limits }, server }) {
    if (!config.mcpEnabled) return [mcpOffRoutes(VARIABLES.mcpEnabled.name)];
    const callSettled = createSettledInnerCaller(server);
    const routes = () => server.routes.filter(isOffered);
    const deps = { log, clock, limits, version, callSettled, routes };
    return [mcpRoutes({ ...deps, callsMax: CALLS_MAX })];
  },
};
