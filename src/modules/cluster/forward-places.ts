/** Places for calls to other nodes: what waits for a node leaves room for everything else, and for other instances. */
import { runWithin } from '../../core/shared/async/deadline.ts';
import { FairSemaphore, type Place } from '../../core/shared/async/semaphore.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { failure } from '../../core/shared/errors.ts';
import { Quota, type QuotaShare } from '../../core/shared/quota.ts';

/** Calls that one node is asked at once: in all, and for one instance. */
const ASKED = { total: 512, perHolder: 64 };
/** Calls that wait for other nodes, or for an instance to get an owner: in all, and for one instance. */
const PRESENT_MAX = 4_096;
const PRESENT_PER_STREAM_MAX = 1_024;
/** How long a call waits for its place. */
const WAIT_MS = 3_000;

/** A node that is being asked, or that calls wait to ask. */
interface AskedNode {
  readonly places: FairSemaphore;
  calls: number;
}

export class ForwardPlaces {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #present = new Quota(PRESENT_MAX, PRESENT_PER_STREAM_MAX);
  readonly #nodes = new Map<string, AskedNode>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Counts a call until its share is released. Throws `unavailable` when there are too many. */
  enter(streamId: string): Pick<QuotaShare, 'release'> {
    const share = this.#present.take(streamId, 1);
    if (share === null) throw failure('too_many_forwards');
    return share;
  }

  /** Runs `work` once the node may be asked. Rejects with `unavailable` when it may not be within 3 s. */
  async run<T>({ nodeId, streamId, signal }: PlaceRequest, work: () => Promise<T>): Promise<T> {
    const create = () => ({ places: new FairSemaphore(ASKED), calls: 0 });
    const node = this.#nodes.getOrInsertComputed(nodeId, create);
    node.calls++;
    let place: Place | null = null;
    try {
      const acquire = (within: AbortSignal) => node.places.of(streamId).acquire(within);
      const limit = { clock: this.#clock, ms: WAIT_MS, signal };
      place = await runWithin(limit, (limited) => acquire(limited.signal));
      if (place === null) throw failure('too_many_forwards_to_node');
      return await work();
    } finally {
      place?.release();
      if (--node.calls === 0) this.#nodes.delete(nodeId);
    }
  }
}

interface PlaceRequest {
  readonly nodeId: string;
  readonly streamId: string;
  readonly signal: AbortSignal;
}
