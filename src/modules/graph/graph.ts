/** Adds the zone of the Graph API and its paths to the service. */
import type { OtherNodes } from '../../core/http/forwarding.ts';
import type { Zone } from '../../core/http/zone.ts';
import { isPortalCredential } from '../../core/instances/portal-links.ts';
import type { ModuleParts } from '../../module.ts';
import { mountOperations, type Operation } from '../gateway/api.ts';
import { BLOCK_USERS } from './block-users.ts';
import { debugToken } from './debug-token.ts';
import { MEDIA } from './media.ts';
import { MESSAGES } from './messages.ts';
import { NUMBERS, REGISTRATION } from './numbers.ts';
import { graphOperations } from './operation.ts';
import { createPassThrough } from './pass-through.ts';
import { PROFILE } from './profile.ts';
import { SUBSCRIBED_APPS } from './subscribed-apps.ts';
import { TEMPLATES } from './templates.ts';
import { graphInstance, graphZone, withGraphPrefix, withVersion } from './zone.ts';

/** All paths of the Graph API. */
export const GRAPH_OPERATIONS: readonly Operation[] = [
  debugToken,
  ...[
    MEDIA,
    MESSAGES,
    TEMPLATES,
    NUMBERS,
    REGISTRATION,
    SUBSCRIBED_APPS,
    PROFILE,
    BLOCK_USERS,
  ].flatMap(graphOperations),
];

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
