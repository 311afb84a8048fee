/** Puts the server together: zones, routes and pages, with what modules add to them. */
import type { AnyElysia } from 'elysia';
import { version } from '../../package.json';
import type { Config } from '../core/config/config.ts';
import { databaseOutage } from '../core/db/client.ts';
import { createInnerCaller } from '../core/http/inner-call.ts';
import { DEFAULT_BODY_LIMIT } from '../core/http/json-body.ts';
import { LARGEST_BODY_BYTES } from '../core/http/memory-budget.ts';
import { withoutPublicPath } from '../core/http/public-path.ts';
import { createServer } from '../core/http/server.ts';
import { PAGE_TEXTS } from '../core/languages/pages.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { Log } from '../core/shared/log.ts';
import { failurePageWith } from '../core/shell/failure-page.ts';
import { frontDoor, type Health } from '../core/shell/front-door.ts';
import { type Pages, shellRoutes } from '../core/shell/shell.ts';
import { defaultFormat } from '../core/webhooks/format/formats.ts';
import type { ModuleParts } from '../module.ts';
import type { ClusterNode } from '../modules/cluster/node.ts';
import { createBeforeBody } from '../modules/gateway/before-body.ts';
import { instanceEvents } from '../modules/gateway/event/documented.ts';
import { type OperationTable, operationTable } from '../modules/gateway/operation-table.ts';
import { gatewayParts } from '../modules/gateway/parts.ts';
import { GATEWAY_OPERATIONS, gatewayRoutes } from '../modules/gateway/routes.ts';
import type { FirstVisit } from '../modules/manager/first-visit.ts';
import type { Parts } from './parts.ts';
import { zonesOf } from './zones.ts';

interface ServerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly modules: readonly ModuleParts[];
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
  readonly firstVisit: FirstVisit | null;
}

export function serverOf(config: Config, deps: ServerDeps, parts: Parts): AnyElysia {
  const { modules, clock, log, node, firstVisit } = deps;
  const { accounts } = parts;
  const pages: Pages = new Set(['home', ...modules.flatMap((module) => module.pages ?? [])]);
  const families = modules.map((module) => module.operations?.(config) ?? []);
  const table = operationTable([GATEWAY_OPERATIONS, ...families]);
  const server: AnyElysia = createServer({
    ...deps,
    version,
    outageOf: databaseOutage,
    zones: zonesOf(config, deps, parts, { modules, table, routes: () => server.routes }),
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    tags: PAGE_TEXTS.en.api.groupTexts,
    failurePage: failurePageWith(pages),
    hasDocs: pages.has('docs'),
    events: () => [...instanceEvents(), ...(accounts?.events() ?? [])],
    isPublicTls: config.publicUrl?.startsWith('https://') ?? false,
    authFailuresPerMinute: config.authFailuresPerMinute,
    limits: parts.limits,
    rateLimitPerMinute: config.rateLimitPerMinute,
    sharedCounts: node?.counts ?? null,
    memory: parts.memory,
    beforeBody: createBeforeBody(parts.directory, table),
    bodyLimits: bodyLimits(table, modules),
  });
  const gateway = gatewayParts({
    ...parts,
    mediaInBodies: config.webhookFiles,
    interactiveOnPhones: config.interactiveOnPhones,
    defaultProvider: config.defaultProvider,
    defaultFormat: defaultFormat(config),
    evolutionMode: config.evolutionMode,
    nodeStatus: node?.status ?? null,
    nodes: node?.nodes ?? null,
    ask: createInnerCaller(server),
  });
  server
    .use(gatewayRoutes(gateway, table))
    .use(accounts === null ? [] : [accounts.routes])
    .use(pagesOf(config, server, pages));
  const context = { config, clock, log, node, parts, server, gateway, pages, firstVisit };
  return server.use(modules.flatMap((module) => module.routes?.(context) ?? []));
}

/** Returns how many bytes the body of a request to a path may have. */
const bodyLimits =
  ({ takesFiles }: Pick<OperationTable, 'takesFiles'>, modules: readonly ModuleParts[]) =>
  (path: string): number => {
    for (const { bodyBytesMax } of modules) {
      const most = bodyBytesMax?.(path) ?? null;
      if (most !== null) return most;
    }
    return takesFiles(path) ? LARGEST_BODY_BYTES : DEFAULT_BODY_LIMIT;
  };

/** Adds the frame of all pages, and the front door: it says what `server` answers at `/ready`, and leads to `pages`. */
function pagesOf({ publicUrl }: Config, server: AnyElysia, pages: Pages): AnyElysia[] {
  // The cast is safe: the type names a part of what is answered.
  const health = async () =>
    (await (await server.handle(new Request('http://localhost/ready'))).json()) as Health;
  return [shellRoutes(), frontDoor({ version, publicUrl, health, pages })];
}

/** Returns what gives requests the paths that the routes have. */
export function moving(
  config: Config,
  modules: readonly ModuleParts[],
  { routes }: AnyElysia,
): (request: Request) => Request {
  const strip = withoutPublicPath(config.publicUrl, routes);
  const moves = modules.flatMap((module) => module.moving?.(config) ?? []);
  const all = strip === null ? moves : [strip, ...moves];
  return (request) => all.reduce((moved, move) => move(moved), request);
}
