/** Groups of paths with a credential of their own, and how requests of each find the node that is to answer. */
import type { Config } from '../config.ts';
import { instanceFinder } from '../gateway/elsewhere.ts';
import { evolutionApiFailures } from '../gateway/evolution-api-failures.ts';
import { goFailureBody } from '../gateway/evolution-go/operations.ts';
import { gatewayZone } from '../gateway/guard.ts';
import { ceremonyStream, passkeyZone } from '../gateway/passkey/zone.ts';
import { webhookInstance } from '../gateway/provider-webhook/elsewhere.ts';
import { providerWebhookZone } from '../gateway/provider-webhook/zone.ts';
import { createElsewhere, type OtherNodes, type StreamOf } from '../http/elsewhere.ts';
import type { Zone } from '../http/zone.ts';
import type { Clock } from '../shared/clock.ts';
import { sha256 } from '../shared/crypto.ts';
import { agentZones } from './mcp.ts';
import type { ClusterNode } from './node.ts';
import type { Parts } from './parts.ts';

interface ZonesDeps {
  readonly clock: Clock;
  /** Null: alone on a file. */
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
  const elsewhere = (streamOf: (nodes: OtherNodes) => StreamOf) =>
    node && createElsewhere(node.nodes, streamOf(node.nodes));
  const gateway = gatewayZone({
    ...deps,
    globalKeyHashes: config.globalApiKeys.map(sha256),
    directory,
    catchUp: node?.nodes.catchUp,
    elsewhere: elsewhere((nodes) => instanceFinder({ directory, nodes, routes })),
    redeemTicket: parts.live.tickets.redeem,
    refusedLogins: parts.audit.refusedLogins,
    failureBody: goFailureBody,
    ...(config.dialect === 'evolution-api' && { failureShape: evolutionApiFailures }),
  });
  const crm = parts.crm.zone;
  return [
    gateway,
    crm,
    passkeyZone({ ...parts, ...deps, elsewhere: elsewhere(() => ceremonyStream) }),
    providerWebhookZone(
      parts,
      elsewhere(() => webhookInstance(directory)),
    ),
    ...agentZones(config, gateway, crm),
  ];
}
