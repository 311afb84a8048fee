/** Makes the zone of instances once all parts are there, and mounts its routes. */
import type { Config } from '../../core/config/config.ts';
import { readLastBackup } from '../../core/db/last-backup.ts';
import type { UnreadRequest } from '../../core/http/body-reader.ts';
import type { OtherNodes, StreamOf } from '../../core/http/forwarding.ts';
import { createInnerCaller } from '../../core/http/inner-call.ts';
import { DEFAULT_BODY_LIMIT } from '../../core/http/json-body.ts';
import { principalOf } from '../../core/http/principal.ts';
import { pathOf, type Zone } from '../../core/http/zone.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import { requireConnected } from '../../core/sending/sender.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { databasePath } from '../../core/shared/database-url.ts';
import { failure } from '../../core/shared/errors.ts';
import { defaultFormat } from '../../core/webhooks/format/formats.ts';
import type { CreateForwarding, GatewayContext, ServedGateway } from '../../offers.ts';
import type { GatewayAudit } from './audit/audit.ts';
import { GATEWAY_EXAMPLES } from './examples/zone.ts';
import { createFailureHelp } from './failure-help.ts';
import { type GatewayPrincipal, gatewayZone, instanceFor, keyLastsMs } from './guard.ts';
import { targetOf } from './instance/target.ts';
import { firstPartOf, type OperationTable, operationTable } from './operation-table.ts';
import { type GatewayFoundation, gatewayParts } from './parts.ts';
import { GATEWAY_OPERATIONS, gatewayRoutes } from './routes.ts';
import { limitsInForce } from './status/limits-in-force.ts';

interface OwnParts extends Pick<GatewayFoundation, 'live' | 'metrics' | 'lastMinute'> {
  readonly audit: GatewayAudit;
}

export function serveGateway(
  config: Config,
  { parts, node, families, failures, forwardingBy, routes }: GatewayContext,
  own: OwnParts,
): ServedGateway {
  const { directory, clock, keyCopies, portalLinks } = parts;
  const hasPortal = !config.without.includes('portal');
  const table = operationTable([GATEWAY_OPERATIONS, ...families]);
  const ofGateway = (nodes: OtherNodes) => instanceFinder(directory, nodes, table, routes);
  const ofKeys: CreateForwarding = (streamOf) => {
    const forwarding = forwardingBy(streamOf);
    if (node === null || forwarding === null) return null;
    const { owns, nodes } = node;
    return withCurrentKeys(forwarding, { directory, clock, owns, catchUp: nodes.catchUp });
  };
  const zone = gatewayZone({
    prefixes: table.prefixes,
    directory,
    clock,
    keyCopies,
    ...(hasPortal && { portalLinks }),
    globalKeyHashes: config.globalApiKeys.map(sha256),
    catchUp: node?.nodes.catchUp,
    forwarding: ofKeys(ofGateway),
    redeemTicket: own.live.tickets.redeem,
    refusedLogins: own.audit.refusedLogins,
    hintOf: createFailureHelp(directory),
    ...failures,
  });
  return {
    zone,
    examples: GATEWAY_EXAMPLES,
    ofGateway,
    ofKeys,
    beforeBody: createBeforeBody(directory, table),
    takesFiles: table.takesFiles,
    mount(server) {
      const file = databasePath(config.databaseUrl);
      const gateway = gatewayParts({
        ...parts,
        ...own,
        mediaInBodies: config.webhookFiles,
        interactiveOnPhones: config.interactiveOnPhones,
        defaultProvider: config.defaultProvider,
        defaultFormat: defaultFormat(config),
        evolutionMode: config.evolutionMode,
        limitsInForce: limitsInForce({ ...config, memoryLimit: parts.memoryLimit }),
        timesReached: parts.limits.timesReached,
        lastBackup: file === null ? null : () => readLastBackup(file),
        nodeStatus: node?.status ?? null,
        nodes: node?.nodes ?? null,
        ask: createInnerCaller(server),
      });
      server.use(gatewayRoutes(gateway, table));
      return gateway;
    },
  };
}

// Decides which requests are about an instance, and so go to the node that has it.

/** Returns every route as it is registered. */
type Routes = () => readonly { readonly method: string; readonly path: string }[];

/** Paths that a node answers about itself, even while it does not reach the database. */
const OF_THE_NODE = ['GET /channels', 'GET /nodes', 'GET /metrics'];

/**
 * Returns a function that finds the id of the instance that the path, the key or a header names. It returns null if the
 * request names no instance, or if any node may answer.
 */
export function instanceFinder(
  directory: InstanceDirectory,
  nodes: Pick<OtherNodes, 'catchUp'>,
  table: Pick<OperationTable, 'anywhere'>,
  routes: Routes,
): StreamOf {
  const shapes = table.anywhere.map((operation) => operation.replace(/:\w+/g, '[^/]+'));
  const isAnywhereIn = new RegExp(`^(?:${shapes.join('|')})$`);
  const inPath = instanceInPath(routes);
  const known = (text: string) => directory.byName(text) ?? directory.byId(text.toLowerCase());
  return async (request) => {
    const path = pathOf(request.url);
    const operation = `${request.method} ${path}`;
    if (OF_THE_NODE.includes(operation)) return null;
    const isAnywhere = isAnywhereIn.test(operation);
    const text = inPath(path) ?? namedOtherwise(request);
    // Another node may have made, changed or deleted an instance just now.
    if (isAnywhere || (text !== null && known(text) === null)) await nodes.catchUp();
    return isAnywhere || text === null ? null : (known(text)?.id ?? null);
  };
}

/** Returns the instance of the key or, with a key for all, of the header; null if neither names one. */
function namedOtherwise(request: Request): string | null {
  const principal = principalOf<GatewayPrincipal>({ request });
  if (principal.kind !== 'global') return principal.instanceId;
  return decoded(request.headers.get('instanceid') ?? '') || null;
}

const INSTANCE = /\/:instance(?:Name|Id)(?:\/|$)/;
const isInstance = (part: string): boolean => part === ':instanceName' || part === ':instanceId';

/**
 * Returns the instance in a path whose route has one, or null. It is asked for each request, so it compares only the
 * routes that begin with the same word and are as long.
 */
function instanceInPath(routes: Routes): (path: string) => string | null {
  const groupOf = (parts: readonly string[]) => `${parts.length} ${parts[1]}`;
  const grouped = () => {
    const paths = [...new Set(routes().map((route) => route.path))];
    const shapes = paths.filter((route) => INSTANCE.test(route)).map((route) => route.split('/'));
    return Map.groupBy(shapes, groupOf);
  };
  let groups: ReturnType<typeof grouped> | null = null;
  return (path) => {
    groups ??= grouped();
    const parts = path.split('/');
    const shape = groups
      .get(groupOf(parts))
      ?.find((one) => one.every((part, index) => part.startsWith(':') || part === parts[index]));
    return shape === undefined ? null : decoded(parts[shape.findIndex(isInstance)] ?? '');
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Keys of instances whose node is another one, which may have replaced them a moment ago.

type OwnerForwarding = Required<Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'>>;

interface CurrentKeysDeps {
  readonly directory: InstanceDirectory;
  readonly clock: Pick<Clock, 'now'>;
  /** Tells whether this node has an instance, so that its keys are replaced here alone. */
  readonly owns: (instanceId: string) => boolean;
  /** Resolves when this node knows all keys that other nodes have replaced. */
  readonly catchUp: () => Promise<void>;
}

/**
 * Returns the same, but what this node answers itself is refused with a key that another node has replaced: that one
 * answers for everything else.
 */
const withCurrentKeys = (
  { forwardToOwner, isAlreadyAuthenticated }: OwnerForwarding,
  { owns, catchUp, ...deps }: CurrentKeysDeps,
): OwnerForwarding => ({
  isAlreadyAuthenticated,
  async forwardToOwner(request, requestId, body) {
    const answer = await forwardToOwner(request, requestId, body);
    if (answer !== null) return answer;
    const principal = principalOf<GatewayPrincipal>({ request });
    if (principal.kind !== 'instance' || owns(principal.instanceId)) return null;
    await catchUp();
    if (keyLastsMs(deps, principal) > 0) return null;
    throw failure('apikey_invalid');
  },
});

// Refuses requests before their body is read. Handlers check again, because things may change until the body is there.

const ARRIVING_MESSAGE = '/sandbox/:instanceName/message';

/**
 * 403, 400 or 404 for the instance in the path or of the key; 409 where a large file comes in for one that is not
 * connected.
 */
export const createBeforeBody =
  (
    directory: InstanceDirectory,
    { sendsFile, prefixes }: Pick<OperationTable, 'sendsFile' | 'prefixes'>,
  ) =>
  ({ request, route, params }: UnreadRequest): void => {
    const { instanceName } = params;
    // A repetition with the same key gets the first answer, connected or not.
    const isRepeatable = request.headers.has('idempotency-key');
    const needsConnection = sendsFile.has(route) && !isRepeatable;
    // The path does not name the instance, so the key decides which one is meant.
    if (needsConnection && instanceName === undefined)
      requireConnected(targetOf({ request }, directory));
    // In other zones no key of the gateway says whose instance it is.
    if (instanceName === undefined || !prefixes.includes(firstPartOf(route))) return;
    const record = instanceFor({ request }, directory, instanceName);
    // A smaller body is read, because the message may be scheduled.
    const isLarge = Number(request.headers.get('content-length')) > DEFAULT_BODY_LIMIT;
    if (needsConnection && isLarge) requireConnected(record);
    // The sandbox operation is a bad request on other providers, whatever their state.
    if (route === ARRIVING_MESSAGE && record.provider === 'sandbox') requireConnected(record);
  };
