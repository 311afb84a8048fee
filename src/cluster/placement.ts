/** Spreads streams over the nodes: one that has had more than its share for long enough hands some over. */
import type { Cancel, Clock } from '../shared/clock.ts';
import type { Node } from './beat.ts';
import type { HandOver } from './hand-over.ts';
import { type Membership, TIMING } from './membership.ts';

interface PlacementDeps {
  readonly membership: Pick<Membership, 'node' | 'nodes' | 'lease' | 'streams'>;
  readonly handOver: Pick<HandOver, 'one' | 'underWay'>;
  /** False while a move would disturb a stream, such as when its instance is being paired. */
  readonly mayMove: (streamId: string) => boolean;
  readonly clock: Clock;
  /** For how long it must have had too much, in ms. */
  readonly patienceMs?: number | undefined;
}

/** A node hands over only when it has more than its share by a quarter and one. */
const TOLERANCE = 1.25;
/** And has had it for so long. */
const PATIENCE_MS = 60_000;
/** From one stream that it hands over to the next: meanwhile another node takes it. */
const PAUSE_MS = TIMING.beatMs;
/** How long attempts that are under way may take to end. */
const ATTEMPTS_MS = 10_000;

export class Placement {
  readonly #deps: PlacementDeps;
  /** Steady ms. */
  #overSince: number | null = null;
  /** Once it has begun it goes on until the share is left, so that nothing goes to and fro at the edge. */
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
    // What it has had for longest: nothing that has just come goes on at once.
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

/** Streams of each node, were they spread evenly over those that take any. */
function shareOf(nodes: readonly Node[]): number {
  const all = nodes.reduce((sum, { streams }) => sum + streams, 0);
  return all / Math.max(1, nodes.filter(({ draining }) => !draining).length);
}

/** One that has missed a beat may have ended. */
const hasRoom = ({ draining, streams, leaseMs }: Node, share: number): boolean =>
  !draining && streams < Math.ceil(share) && leaseMs > TIMING.leaseMs - 2 * TIMING.beatMs;
