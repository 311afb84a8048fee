/** Puts the server together: zones, routes and pages, with what modules add to them. */
import type { AnyElysia } from 'elysia';
import { version } from '../../package.json';
import type { Config } from '../core/config/config.ts';
import { databaseOutage } from '../core/db/client.ts';
import { createForwarding } from '../core/http/forwarding.ts';
import { DEFAULT_BODY_LIMIT } from '../core/http/json-body.ts';
import { LARGEST_BODY_BYTES } from '../core/http/memory-budget.ts';
import { withoutPublicPath } from '../core/http/public-path.ts';
import { createServer } from '../core/http/server.ts';
import type { Zone } from '../core/http/zone.ts';
import { PAGE_TEXTS } from '../core/languages/pages.ts';
import { failurePageWith } from '../core/shell/failure-page.ts';
import { frontDoor, type Health } from '../core/shell/front-door.ts';
import { type Pages, shellRoutes } from '../core/shell/shell.ts';
import type { ModuleParts, ZonesContext } from '../module.ts';
import { firstOf } from '../modules.ts';
import type { ClusterNode, CreateForwarding, FirstVisit, ServedGateway } from '../offers.ts';
import type { Parts } from './parts.ts';

interface ServerDeps {
  readonly modules: readonly ModuleParts[];
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
  readonly firstVisit: FirstVisit | null;
}

export function serverOf(config: Config, deps: ServerDeps, parts: Parts): AnyElysia {
  const { modules, node, firstVisit } = deps;
  const { accounts, clock, log } = parts;
  const pages: Pages = new Set(['home', ...modules.flatMap((module) => module.pages ?? [])]);
  const forwardingBy: CreateForwarding = (streamOf) =>
    node && createForwarding(node.nodes, streamOf(node.nodes));
  const served = parts.gateway.serve({
    parts,
    node,
    forwardingBy,
    families: modules.map((module) => module.operations?.(config) ?? []),
    failures: failuresOf(config, modules),
    routes: () => server.routes,
  });
  const context = { config, clock, log, node, parts };
  const apart = { gateway: served.zone, accounts: accounts?.zone ?? null };
  const zones = zonesOf(modules, { ...context, ...served, ...apart, forwardingBy });
  const server: AnyElysia = createServer({
    clock,
    log,
    version,
    outageOf: databaseOutage,
    zones: zones.map((zone) => ({ examples: served.examples, ...zone })),
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    tags: PAGE_TEXTS.en.api.groupTexts,
    failurePage: failurePageWith(pages),
    hasDocs: pages.has('docs'),
    events: () => [...parts.gateway.events(), ...(accounts?.events() ?? [])],
    isPublicTls: config.publicUrl?.startsWith('https://') ?? false,
    authFailuresPerMinute: config.authFailuresPerMinute,
    limits: parts.limits,
    rateLimitPerMinute: config.rateLimitPerMinute,
    sharedCounts: node?.counts ?? null,
    memory: parts.memory,
    beforeBody: served.beforeBody,
    bodyLimits: bodyLimits(served, modules),
  });
  const gateway = served.mount(server);
  server.use(accounts === null ? [] : [accounts.routes]).use(pagesOf(config, server, pages));
  const mounted = { ...context, server, gateway, pages, firstVisit };
  return server.use(modules.flatMap((module) => module.routes?.(mounted) ?? []));
}

/** Groups of paths with a credential of their own. */
function zonesOf(modules: readonly ModuleParts[], context: ZonesContext): Zone[] {
  const { gateway, accounts } = context;
  const others = modules.flatMap((module) => module.zones?.(context) ?? []);
  return [gateway, ...(accounts ? [accounts] : []), ...others];
}

/** How failures of the gateway zone look, where a module gives them a form of its own. */
function failuresOf(
  config: Config,
  modules: readonly ModuleParts[],
): Pick<Zone, 'failureBody' | 'failureShape'> {
  const failureShape = firstOf(modules, (module) => module.failureShape?.(config));
  return {
    failureBody: (failure, request) =>
      firstOf(modules, ({ failureBody }) => failureBody?.(failure, request)),
    ...(failureShape && { failureShape }),
  };
}

/** Returns how many bytes the body of a request to a path may have. */
const bodyLimits =
  ({ takesFiles }: Pick<ServedGateway, 'takesFiles'>, modules: readonly ModuleParts[]) =>
  (path: string): number =>
    firstOf(modules, ({ bodyBytesMax }) => bodyBytesMax?.(path)) ??
    (takesFiles(path) ? LARGEST_BODY_BYTES : DEFAULT_BODY_LIMIT);

/** Adds the frame of all pages, and the front door: it says what `server` answers at `/ready`, and leads to `pages`. */
function pagesOf({ publicUrl }: Config, server: AnyElysia, pages: Pages): AnyElysia[] {
  // The cast is safe: the type names a part of what is answered.
  const health = async () =>
    (await (await server.handle(new Request('http://localhost/ready'))).json()) as Health;
  return [shellRoutes(), frontDoor({ version, publicUrl, health, pages })];
}

/** Returns what gives requests the paths that the routes have. */
export function createRequestMover(
  config: Config,
  modules: readonly ModuleParts[],
  { routes }: AnyElysia,
): (request: Request) => Request {
  const strip = withoutPublicPath(config.publicUrl, routes);
  const moves = modules.flatMap((module) => module.moving?.(config) ?? []);
  const all = strip === null ? moves : [strip, ...moves];
  return (request) => all.reduce((moved, move) => move(moved), request);
}
