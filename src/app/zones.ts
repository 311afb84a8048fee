/** Groups of paths with a credential of their own, and how requests of each find the node that is to answer. */

import type { Config } from '../core/config/config.ts';
import { createForwarding, type OtherNodes, type StreamOf } from '../core/http/forwarding.ts';
import type { FailureShape, Zone } from '../core/http/zone.ts';
import type { Clock } from '../core/shared/clock.ts';
import { sha256 } from '../core/shared/crypto.ts';
import type { Log } from '../core/shared/log.ts';
import type { ModuleParts } from '../module.ts';
import type { ClusterNode } from '../modules/cluster/node.ts';
import { withCurrentKeys } from '../modules/gateway/current-keys.ts';
import { instanceFinder } from '../modules/gateway/elsewhere.ts';
import { GATEWAY_EXAMPLES } from '../modules/gateway/examples/zone.ts';
import { gatewayZone } from '../modules/gateway/guard.ts';
import { createHints } from '../modules/gateway/hints.ts';
import type { OperationTable } from '../modules/gateway/operation-table.ts';
import type { Parts } from './parts.ts';

interface ZonesDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
}

interface Served {
  readonly modules: readonly ModuleParts[];
  readonly table: OperationTable;
  /** Returns every route as it is registered. */
  readonly routes: Parameters<typeof instanceFinder>[0]['routes'];
}

export function zonesOf(
  config: Config,
  { node, ...deps }: ZonesDeps,
  parts: Parts,
  { modules, table, routes }: Served,
): Zone[] {
  const { directory } = parts;
  const forwardingBy = (streamOf: (nodes: OtherNodes) => StreamOf) =>
    node && createForwarding(node.nodes, streamOf(node.nodes));
  const ofKeys = (streamOf: (nodes: OtherNodes) => StreamOf) => {
    const forwarding = forwardingBy(streamOf);
    if (node === null || forwarding === null) return null;
    const { owns, nodes } = node;
    return withCurrentKeys(forwarding, { ...deps, directory, owns, catchUp: nodes.catchUp });
  };
  const ofGateway = (nodes: OtherNodes) => instanceFinder({ directory, nodes, table, routes });
  const gateway = gatewayZone({
    prefixes: table.prefixes,
    ...deps,
    globalKeyHashes: config.globalApiKeys.map(sha256),
    directory,
    catchUp: node?.nodes.catchUp,
    forwarding: ofKeys(ofGateway),
    keyCopies: parts.keyCopies,
    portalLinks: parts.portalLinks,
    redeemTicket: parts.live.tickets.redeem,
    refusedLogins: parts.audit.refusedLogins,
    hintOf: createHints(directory),
    ...failuresOf(config, modules),
  });
  const crm = parts.accounts?.zone ?? null;
  const context = { config, ...deps, node, parts, gateway, crm, ofGateway, ofKeys, forwardingBy };
  const zones = [
    gateway,
    ...(crm ? [crm] : []),
    ...modules.flatMap((module) => module.zones?.(context) ?? []),
  ];
  // A zone without examples of its own shows the values of the gateway.
  return zones.map((zone) => ({ examples: GATEWAY_EXAMPLES, ...zone }));
}

/** How failures of the gateway zone look, where a module gives them a form of its own. */
function failuresOf(
  config: Config,
  modules: readonly ModuleParts[],
): Pick<Zone, 'failureBody' | 'failureShape'> {
  const shapes = modules.map((module) => module.failureShape?.(config) ?? null);
  const failureShape = shapes.find((shape): shape is FailureShape => shape !== null);
  return {
    failureBody(failure, request) {
      for (const module of modules) {
        const body = module.failureBody?.(failure, request) ?? null;
        if (body !== null) return body;
      }
      return null;
    },
    ...(failureShape && { failureShape }),
  };
}
