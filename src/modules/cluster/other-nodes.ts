/** Forwards requests between nodes and reports the status of this node. */

import type { Database } from '../../core/db/client.ts';
import type { NodeNow, NodeStatus, OtherNodes } from '../../core/http/forwarding.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Vault } from '../../core/shared/crypto.ts';
import { failure } from '../../core/shared/errors.ts';
import { TIMING } from './beat.ts';
import type { ChangeFeed } from './changes.ts';
import { createForwarder, isMisdirected, pathIn } from './forward.ts';
import { createHops, HOP_HEADER } from './hop.ts';
import type { Membership } from './membership.ts';
import type { NodeWakeups } from './node-wakeups.ts';

interface OtherNodesDeps {
  readonly db: Pick<Database, 'query'>;
  readonly membership: Membership;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly changes: Pick<ChangeFeed, 'read'>;
  readonly isBeginning: (streamId: string) => boolean;
  readonly isClosing: (streamId: string) => boolean;
  readonly isReturning: (streamId: string) => boolean;
  /** Called when this node has made the row of a stream, which is its own from then on. */
  readonly began: (streamId: string) => void;
  /** Counted up with every request that is for another node. */
  readonly forwarded: Record<'answered' | 'moved' | 'unavailable', number>;
}

const BEGIN = `insert into streams (id, owner, term) values (?, ?, 1)
  on conflict do nothing returning id`;

/** How requests reach the other nodes, and come from them. */
export function otherNodes({
  vault,
  forwarded,
  changes,
  began,
  ...deps
}: OtherNodesDeps): OtherNodes {
  const { db, membership } = deps;
  const hops = createHops({ vault, node: membership.node });
  const forwarder = createForwarder({ ...deps, hops, fetch });
  return {
    readForwarding(request) {
      const header = request.headers.get(HOP_HEADER);
      if (header === null) return null;
      const path = pathIn(request.url);
      return hops.open(header, { method: request.method, path, at: membership.now });
    },
    catchUp: () => changes.read(),
    having(streamId) {
      const holder = () => membership.grantOf(streamId)?.holder;
      const before = holder();
      return () => {
        if (before === undefined || before !== holder() || !membership.isCertain) throw overtaken();
      };
    },
    async begin(streamId) {
      const rows = await db.query(BEGIN, [streamId, membership.node]);
      if (rows.length > 0) began(streamId);
    },
    async forward(request) {
      try {
        const answer = await forwarder.forward(request);
        if (answer !== null) forwarded[isMisdirected(answer) ? 'moved' : 'answered']++;
        return answer;
      } catch (error) {
        forwarded.unavailable++;
        throw error;
      }
    },
  };
}

const overtaken = () => failure('taken_over', { fate: '' }, { headers: { 'retry-after': '1' } });

interface StatusDeps {
  readonly forwarded: NodeNow['forwarded'];
  readonly wakeups: Pick<NodeWakeups, 'isUp'>;
  readonly changes: Pick<ChangeFeed, 'lagMs'>;
}

/** Returns the status of this node and what it knows of the others. Leases of others are as of the last beat. */
export const statusOf = (
  membership: Pick<Membership, 'node' | 'nodes' | 'lease' | 'leaseLeftMs' | 'streams' | 'counts'>,
  name: string,
  { forwarded, wakeups, changes }: StatusDeps,
): NodeStatus => ({
  now: () => ({
    id: membership.node,
    name,
    lease: membership.lease,
    leaseLeftMs: membership.leaseLeftMs,
    streams: membership.streams.length,
    ...membership.counts,
    forwarded,
    hintsUp: wakeups.isUp,
    changesLagMs: changes.lagMs,
  }),
  all: () =>
    membership.nodes.map(({ unreached, leaseMs, ...node }) => ({
      ...node,
      leaseMs: Math.max(0, leaseMs - (TIMING.leaseMs - membership.leaseLeftMs)),
      unreachableFrom: membership.nodes
        .filter((other) => other.unreached.includes(node.id))
        .map(({ name: from }) => from),
    })),
});
