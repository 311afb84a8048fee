/**
 * The lanes in memory, and when a pass must look at each: in the next one if something has changed, else at a time of
 * its own. A pass costs nothing for all others.
 */
import { Heap } from '../../shared/heap.ts';
import { Lane } from './lane.ts';
import type { DeliveryLane, OwnedDelivery } from './owned-delivery.ts';

export class LaneSet {
  readonly #lanes = new Set<DeliveryLane>();
  /** Nested by stream and endpoint: a lane is found several times for every event, so no key is built. */
  readonly #byStream = new Map<string, Map<string, DeliveryLane>>();
  #forNextPass: DeliveryLane[] = [];
  readonly #later = new Heap<DeliveryLane>(
    [],
    (one, other) => one.lookAt < other.lookAt,
    (lane, place) => {
      lane.place = place;
    },
  );

  /** Returns all lanes. */
  all(): Iterable<DeliveryLane> {
    return this.#lanes;
  }

  /** Returns the lanes of a stream. */
  of(streamId: string): Iterable<DeliveryLane> {
    return this.#byStream.get(streamId)?.values() ?? [];
  }

  find(streamId: string, endpoint: string): DeliveryLane | undefined {
    return this.#byStream.get(streamId)?.get(endpoint);
  }

  add(streamId: string, endpoint: string, holder: string | null): DeliveryLane {
    const lane = new Lane<OwnedDelivery>(streamId, endpoint, holder);
    this.#lanes.add(lane);
    const ofStream = this.#byStream.get(streamId);
    if (ofStream === undefined) this.#byStream.set(streamId, new Map([[endpoint, lane]]));
    else ofStream.set(endpoint, lane);
    this.markChanged(lane);
    return lane;
  }

  /** Must be called when a lane may be idle, or due earlier than planned. It is cheap: each delivery does it. */
  markChanged(lane: DeliveryLane): void {
    if (lane.isForNextPass) return;
    lane.isForNextPass = true;
    this.#forNextPass.push(lane);
  }

  /** Returns the lanes that a pass must look at; so must the next pass if this one does not reach `plan`. */
  due(now: number): readonly DeliveryLane[] {
    for (let next = this.#later.first; next && next.lookAt <= now; next = this.#later.first) {
      this.#later.pop();
      this.markChanged(next);
    }
    // Without those that were deleted.
    this.#forNextPass = this.#forNextPass.filter(({ isForNextPass }) => isForNextPass);
    return [...this.#forNextPass];
  }

  /** Plans when to look at the lanes that were due or have changed. Returns the earliest time of all lanes. */
  plan(
    isForNextPass: (lane: DeliveryLane) => boolean,
    nextLookAt: (lane: DeliveryLane) => number,
  ): number {
    const again: DeliveryLane[] = [];
    for (const lane of this.#forNextPass) {
      if (!lane.isForNextPass) continue;
      const lookAt = nextLookAt(lane);
      this.#later.removeAt(lane.place);
      lane.lookAt = lookAt;
      if (lookAt < Infinity) this.#later.push(lane);
      lane.isForNextPass = isForNextPass(lane);
      if (lane.isForNextPass) again.push(lane);
    }
    this.#forNextPass = again;
    return this.#later.first?.lookAt ?? Infinity;
  }

  delete(lane: DeliveryLane): void {
    const ofStream = this.#byStream.get(lane.streamId);
    ofStream?.delete(lane.endpoint);
    if (ofStream?.size === 0) this.#byStream.delete(lane.streamId);
    this.#lanes.delete(lane);
    this.#later.removeAt(lane.place);
    lane.isForNextPass = false;
  }
}

const LANE_WINDOW = 4_096;
const MEMORY_MAX = 32_768;
/** A lane may have this part of the free places, so that full lanes which do not move leave places to others. */
const FREE_SHARE = LANE_WINDOW / (MEMORY_MAX - LANE_WINDOW);
/**
 * The number of deliveries that every lane may have in memory even when it is full, so that the lanes of a dead
 * endpoint do not starve others.
 */
const LANE_FLOOR = 16;

/** `held` is the number of deliveries that all lanes have in memory. */
export function windowOf(held: number): number {
  const share = Math.floor((MEMORY_MAX - held) * FREE_SHARE);
  return Math.max(LANE_FLOOR, Math.min(LANE_WINDOW, share));
}
