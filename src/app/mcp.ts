/** Puts /mcp together, when it is on. */
import type { AnyElysia } from 'elysia';
import { version } from '../../package.json';
import type { Config } from '../core/config/config.ts';
import { MCP_VARIABLES } from '../core/config/mcp-variables.ts';
import { createInnerTries } from '../core/http/inner-call.ts';
import { isOffered } from '../core/http/openapi.ts';
import type { Zone } from '../core/http/zone.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { LimitReport } from '../core/shared/limit-report.ts';
import type { Log } from '../core/shared/log.ts';
import { mcpOffRoutes, mcpRoutes } from '../modules/mcp/routes.ts';
import { mcpZone } from '../modules/mcp/zone.ts';

/** The zone of agents, whose credentials are those of the two others; none when it is off. */
export function agentZones(config: Config, gateway: Zone, crm: Zone): Zone[] {
  const { mcpEnabled, corsOrigins, publicUrl } = config;
  if (!mcpEnabled) return [];
  const origins = [...corsOrigins, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])];
  return [mcpZone({ zones: { apikey: gateway, api_access_token: crm }, origins })];
}

interface AgentDeps {
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: LimitReport;
}

/** `server` with the route of agents, whose tools ask the other routes of it. */
export function withAgents(server: AnyElysia, config: Config, deps: AgentDeps): AnyElysia {
  if (!config.mcpEnabled) return server.use(mcpOffRoutes(MCP_VARIABLES.mcpEnabled.name));
  const tryInside = createInnerTries(server);
  const routes = () => server.routes.filter(isOffered);
  const callsMax = config.mcpCallsMax;
  return server.use(mcpRoutes({ ...deps, version, tryInside, routes, callsMax }));
}
