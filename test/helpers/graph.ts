/** A client of the Graph API beside the double. */
import { createApiCall } from '../../src/outbound/call-api.ts';
import { createNetworkGuard } from '../../src/outbound/network-guard.ts';
import {
  createGraph,
  type Graph,
  type GraphOptions,
} from '../../src/providers/whatsapp-cloud/graph.ts';
import type { Clock } from '../../src/shared/clock.ts';

/** A client that may reach everything; pauses are not spread. */
export const graphClient = (
  clock: Clock,
  {
    token,
    ...options
  }: Pick<GraphOptions, 'baseUrl'> &
    Partial<Omit<GraphOptions, 'token'>> & { readonly token: string },
): Graph =>
  createGraph({
    call: createApiCall({
      clock,
      guard: createNetworkGuard({ allow: 'everything', clock }),
      userAgent: 'gatehouse/1.2.3',
    }),
    clock,
    version: 'v26.0',
    random: () => 0,
    token: () => token,
    ...options,
  });
