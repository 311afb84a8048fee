/** Makes the zone of instances once all parts are there, and mounts its routes. */
import type { Config } from '../../core/config/config.ts';
import { limitsInForce } from '../../core/config/limits-in-force.ts';
import { readLastBackup } from '../../core/db/last-backup.ts';
import type { OtherNodes } from '../../core/http/forwarding.ts';
import { createInnerCaller } from '../../core/http/inner-call.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { databasePath } from '../../core/shared/database-url.ts';
import { defaultFormat } from '../../core/webhooks/format/formats.ts';
import type { CreateForwarding, GatewayContext, ServedGateway } from '../../offers.ts';
import type { GatewayAudit } from './audit/audit.ts';
import { createBeforeBody } from './before-body.ts';
import { withCurrentKeys } from './current-keys.ts';
import { instanceFinder } from './elsewhere.ts';
import { GATEWAY_EXAMPLES } from './examples/zone.ts';
import { createFailureHelp } from './failure-help.ts';
import { gatewayZone } from './guard.ts';
import { operationTable } from './operation-table.ts';
import { type GatewayFoundation, gatewayParts } from './parts.ts';
import { GATEWAY_OPERATIONS, gatewayRoutes } from './routes.ts';

interface OwnParts extends Pick<GatewayFoundation, 'live' | 'metrics' | 'lastMinute'> {
  readonly audit: GatewayAudit;
}

export function serveGateway(
  config: Config,
  { parts, node, families, failures, forwardingBy, routes }: GatewayContext,
  own: OwnParts,
): ServedGateway {
  const { directory, clock, keyCopies, portalLinks } = parts;
  const table = operationTable([GATEWAY_OPERATIONS, ...families]);
  const ofGateway = (nodes: OtherNodes) => instanceFinder({ directory, nodes, table, routes });
  const ofKeys: CreateForwarding = (streamOf) => {
    const forwarding = forwardingBy(streamOf);
    if (node === null || forwarding === null) return null;
    const { owns, nodes } = node;
    return withCurrentKeys(forwarding, { directory, clock, owns, catchUp: nodes.catchUp });
  };
  const zone = gatewayZone({
    prefixes: table.prefixes,
    ...{ directory, clock, keyCopies, portalLinks },
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
