/** A client of the Graph API beside the double. */
import { createApiCall } from '../../src/core/outbound/call-api.ts';
import { createNetworkGuard } from '../../src/core/outbound/network-guard.ts';
import type { Clock } from '../../src/core/shared/clock.ts';
import {
  createGraph,
  type Graph,
  type GraphOptions,
} from '../../src/modules/whatsapp-cloud/graph.ts';

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
