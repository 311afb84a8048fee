/** Groups of paths with a credential of their own, and how requests of each find the node that is to answer. */

import type { Config } from '../core/config/config.ts';
import { createForwarding, type OtherNodes, type StreamOf } from '../core/http/forwarding.ts';
import type { Zone } from '../core/http/zone.ts';
import { isPortalCredential } from '../core/instances/portal-links.ts';
import type { Clock } from '../core/shared/clock.ts';
import { sha256 } from '../core/shared/crypto.ts';
import type { Log } from '../core/shared/log.ts';
import { echoZone } from '../modules/echo/zone.ts';
import { evolutionApiFailures } from '../modules/evolution/failures.ts';
import { goFailureBody } from '../modules/evolution-go/operations.ts';
import { withCurrentKeys } from '../modules/gateway/current-keys.ts';
import { instanceFinder } from '../modules/gateway/elsewhere.ts';
import { gatewayZone } from '../modules/gateway/guard.ts';
import { createHints } from '../modules/gateway/hints.ts';
import { prefixesIn } from '../modules/gateway/routes.ts';
import { createPassThrough } from '../modules/graph/pass-through.ts';
import { graphInstance, graphZone } from '../modules/graph/zone.ts';
import { ceremonyStream, passkeyZone } from '../modules/passkey/zone.ts';
import { portalZone } from '../modules/portal/zone.ts';
import { webhookInstance } from '../modules/provider-webhook/elsewhere.ts';
import { providerWebhookZone } from '../modules/provider-webhook/zone.ts';
import { agentZones } from './mcp.ts';
import type { ClusterNode } from './node.ts';
import type { Parts } from './parts.ts';
import { socketIoZones } from './socket-io.ts';

interface ZonesDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
}

type Routes = Parameters<typeof instanceFinder>[0]['routes'];

export function zonesOf(
  config: Config,
  { node, ...deps }: ZonesDeps,
  parts: Parts,
  routes: Routes,
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
  const ofGateway = (nodes: OtherNodes) => instanceFinder({ directory, nodes, routes });
  const gateway = gatewayZone({
    prefixes: prefixesIn(config.evolutionMode),
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
    failureBody: goFailureBody,
    ...(config.evolutionMode && { failureShape: evolutionApiFailures }),
  });
  const crm = parts.crm.zone;
  const graphStream = (nodes: OtherNodes) =>
    graphInstance({ directory, catchUp: nodes.catchUp, ofGateway: ofGateway(nodes) });
  const passThrough = createPassThrough({
    ids: config.graphPassThrough,
    baseUrl: config.metaGraphUrl,
    directory,
    catchUp: node?.nodes.catchUp ?? (async () => {}),
    isOwn: ownCredentials(gateway, crm),
    memory: parts.memory,
    fetch,
    ...deps,
  });
  return [
    gateway,
    graphZone({ gateway, passThrough, forwarding: ofKeys(graphStream) }),
    crm,
    passkeyZone({ ...parts, ...deps, forwarding: forwardingBy(() => ceremonyStream) }),
    portalZone(parts.portalLinks),
    echoZone(deps.clock),
    providerWebhookZone(
      parts,
      forwardingBy(() => webhookInstance(directory)),
    ),
    ...agentZones(config, gateway, crm),
    ...socketIoZones(config, { ...deps, node }, gateway, parts),
  ];
}

/** Tells whether a text is a credential of one of the zones, or of a customer's page. */
const ownCredentials =
  (...zones: readonly Zone[]) =>
  async (text: string): Promise<boolean> => {
    if (isPortalCredential(text)) return true;
    for (const { credential } of zones) if (await credential?.isKnown?.(text)) return true;
    return false;
  };
