/** What a node has to do with the others beside owning streams: requests that go from one to another, and its status. */
import { createForwarder, MISDIRECTED, pathIn } from '../cluster/forward.ts';
import type { Hints } from '../cluster/hints.ts';
import { createHops, HOP_HEADER } from '../cluster/hop.ts';
import type { Membership } from '../cluster/membership.ts';
import type { Database } from '../db/client.ts';
import type { OtherNodes } from '../gateway/elsewhere.ts';
import type { NodeNow, NodeStatus } from '../gateway/status/nodes.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';

interface OtherNodesDeps {
  readonly db: Pick<Database, 'query'>;
  readonly membership: Membership;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly isBeginning: (instanceId: string) => boolean;
  /** Counted up with every request that is for another node. */
  readonly forwarded: Record<'answered' | 'moved' | 'unavailable', number>;
}

/** How requests reach the other nodes, and come from them. */
export function otherNodes({ vault, forwarded, ...deps }: OtherNodesDeps): OtherNodes {
  const { membership } = deps;
  const hops = createHops({ vault, node: membership.node });
  const forwarder = createForwarder({ ...deps, hops, fetch });
  return {
    passedOn(request) {
      const header = request.headers.get(HOP_HEADER);
      if (header === null) return null;
      const path = pathIn(request.url);
      return hops.open(header, { method: request.method, path, at: membership.now }) ?? 'forged';
    },
    async forward(request) {
      try {
        const answer = await forwarder.forward(request);
        if (answer !== null) forwarded[answer.status === MISDIRECTED ? 'moved' : 'answered']++;
        return answer;
      } catch (error) {
        forwarded.unavailable++;
        throw error;
      }
    },
  };
}

/** What this node says of itself and of the others. */
export const statusOf = (
  membership: Membership,
  name: string,
  { forwarded, hints }: { forwarded: NodeNow['forwarded']; hints: Pick<Hints, 'isUp'> },
): NodeStatus => ({
  now: () => ({
    id: membership.node,
    name,
    lease: membership.lease,
    leaseLeftMs: membership.leaseLeftMs,
    streams: membership.streams.length,
    ...membership.counts,
    forwarded,
    hintsUp: hints.isUp,
  }),
  all: () => membership.nodes,
});
