/** Adds the zone of the Graph API and its paths to the service. */

import type { OtherNodes } from '../../core/http/forwarding.ts';
import type { Zone } from '../../core/http/zone.ts';
import { isPortalCredential } from '../../core/instances/portal-links.ts';
import type { ModuleParts } from '../../module.ts';
import { mountOperations } from '../gateway/api.ts';
import { GRAPH_OPERATIONS } from './operations.ts';
import { createPassThrough } from './pass-through.ts';
import { graphInstance, graphZone, withGraphPrefix, withVersion } from './zone.ts';

export const GRAPH_PARTS: ModuleParts = {
  zones({ config, clock, log, node, parts, gateway, accounts, ofGateway, ofKeys }) {
    const { directory, memory } = parts;
    const stream = (nodes: OtherNodes) =>
      graphInstance({ directory, catchUp: nodes.catchUp, ofGateway: ofGateway(nodes) });
    const passThrough = createPassThrough({
      ids: config.graphPassThrough,
      baseUrl: config.metaGraphUrl,
      directory,
      catchUp: node?.nodes.catchUp ?? (async () => {}),
      isOwn: ownCredentials(gateway, ...(accounts ? [accounts] : [])),
      memory,
      fetch,
      clock,
      log,
    });
    return [graphZone({ gateway, passThrough, forwarding: ofKeys(stream) })];
  },
  routes: ({ gateway }) => [mountOperations(GRAPH_OPERATIONS, gateway)],
  moving:
    ({ graphAtRoot }) =>
    (request) =>
      withVersion(graphAtRoot ? withGraphPrefix(request) : request),
};

/** Tells whether a text is a credential of one of the zones, or of a customer's page. */
const ownCredentials =
  (...zones: readonly Zone[]) =>
  async (text: string): Promise<boolean> => {
    if (isPortalCredential(text)) return true;
    for (const { credential } of zones) if (await credential?.isKnown?.(text)) return true;
    return false;
  };
