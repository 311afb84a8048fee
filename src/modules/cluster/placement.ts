/** Spreads streams over the nodes: a node with more than its share for long enough hands some over. */
import type { Cancel, Clock } from '../../core/shared/clock.ts';
import { isBeating, type Node, TIMING } from './beat.ts';
import type { HandOver } from './hand-over.ts';
import type { Membership } from './membership.ts';

interface PlacementDeps {
  readonly membership: Pick<Membership, 'node' | 'nodes' | 'lease' | 'streams'>;
  readonly handOver: Pick<HandOver, 'one' | 'underWay'>;
  /** Returns false while a move would disturb a stream, for example while its instance is being paired. */
  readonly mayMove: (streamId: string) => boolean;
  readonly clock: Clock;
  /** For how many ms it must have had too many. */
  readonly patienceMs?: number | undefined;
}

/** A node hands over only if it exceeds its share by a quarter plus one. */
const TOLERANCE = 1.25;
/** The time for which it must exceed its share. */
const PATIENCE_MS = 60_000;
/** The pause between two streams, in which another node takes the first. */
const PAUSE_MS = TIMING.beatMs;
/** How long running attempts may take to end. */
const ATTEMPTS_MS = 10_000;

export class Placement {
  readonly #deps: PlacementDeps;
  /** Since when it has exceeded its share, in ms of the steady clock. */
  #overSince: number | null = null;
  /** Handing over continues down to the share, so that streams do not move to and fro at the limit. */
  #isHandingOver = false;
  #cancel: Cancel = () => {};

  constructor(deps: PlacementDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#cancel = this.#deps.clock.after(PAUSE_MS, () => {
      this.#look();
      this.start();
    });
  }

  stop(): void {
    this.#cancel();
  }

  #look(): void {
    const { membership, handOver, mayMove } = this.#deps;
    const { nodes, node: nodeId } = membership;
    const own = membership.streams.filter((id) => !handOver.underWay.has(id));
    const share = shareOf(nodes);
    if (membership.lease !== 'held' || !this.#mustHandOver(own.length, share)) return;
    if (!nodes.some((node) => node.id !== nodeId && hasRoom(node, share))) return;
    // The stream that it has had for longest is next, so that a new one does not move on at once.
    const next = own.find(mayMove);
    if (next !== undefined) void handOver.one(next, ATTEMPTS_MS);
  }

  #mustHandOver(own: number, share: number): boolean {
    const now = this.#deps.clock.steady();
    if (own <= TOLERANCE * share + 1) this.#overSince = null;
    else this.#overSince ??= now;
    const { patienceMs = PATIENCE_MS } = this.#deps;
    if (this.#overSince !== null && now - this.#overSince >= patienceMs) this.#isHandingOver = true;
    if (own <= Math.ceil(share)) this.#isHandingOver = false;
    return this.#isHandingOver;
  }
}

/** Returns how many streams each node would have if they were spread evenly over the nodes that take any. */
function shareOf(nodes: readonly Node[]): number {
  const all = nodes.reduce((sum, { streams }) => sum + streams, 0);
  return all / Math.max(1, nodes.filter(({ draining }) => !draining).length);
}

const hasRoom = (node: Node, share: number): boolean =>
  isBeating(node) && node.streams < Math.ceil(share);
