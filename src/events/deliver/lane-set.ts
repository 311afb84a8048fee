import { Lane } from './lane.ts';

/** The lanes in memory. Nested by stream and endpoint: one is found several times for every event, so no key is built. */
export class LaneSet {
  readonly #lanes = new Set<Lane>();
  readonly #byStream = new Map<string, Map<string, Lane>>();

  /** Returns all lanes. */
  all(): Iterable<Lane> {
    return this.#lanes;
  }

  /** Returns the lanes of a stream. */
  of(streamId: string): Iterable<Lane> {
    return this.#byStream.get(streamId)?.values() ?? [];
  }

  find(streamId: string, endpoint: string): Lane | undefined {
    return this.#byStream.get(streamId)?.get(endpoint);
  }

  add(streamId: string, endpoint: string, holder: string | null): Lane {
    const lane = new Lane(streamId, endpoint, holder);
    this.#lanes.add(lane);
    const ofStream = this.#byStream.get(streamId);
    if (ofStream === undefined) this.#byStream.set(streamId, new Map([[endpoint, lane]]));
    else ofStream.set(endpoint, lane);
    return lane;
  }

  delete(lane: Lane): void {
    const ofStream = this.#byStream.get(lane.streamId);
    ofStream?.delete(lane.endpoint);
    if (ofStream?.size === 0) this.#byStream.delete(lane.streamId);
    this.#lanes.delete(lane);
  }
}
