/** The lanes of which nothing may be sent now: their endpoint is disabled, or their replay is paused or cancelled. */
import { endpointOfLane } from '../contract/endpoint.ts';

interface PauseListener {
  /** Called when a lane, or every lane of an endpoint, is paused: what waits in memory goes back to the table. */
  onPause(streamId: string, named: string): void;
  /** Called when it is no longer paused. */
  onResume(streamId: string, named: string): void;
}

export class Pauses {
  /** Lanes and endpoints, by stream. */
  readonly #named = new Map<string, Set<string>>();
  #listener: PauseListener = { onPause() {}, onResume() {} };

  /** Sets the listener, which has deliveries in memory. Must be called once. */
  listen(listener: PauseListener): void {
    this.#listener = listener;
  }

  isPaused(streamId: string, lane: string): boolean {
    if (this.#named.size === 0) return false;
    const named = this.#named.get(streamId);
    return named !== undefined && (named.has(lane) || named.has(endpointOfLane(lane)));
  }

  /** `named` is a lane, or an endpoint for all its lanes. */
  pause(streamId: string, named: string): void {
    this.#named.getOrInsertComputed(streamId, () => new Set()).add(named);
    this.#listener.onPause(streamId, named);
  }

  resume(streamId: string, named: string): void {
    this.forget(streamId, named);
    this.#listener.onResume(streamId, named);
  }

  /** Forgets a pause of which memory knows nothing more, because its endpoint or its stream is gone. */
  forget(streamId: string, named: string): void {
    const its = this.#named.get(streamId);
    if (its?.delete(named) && its.size === 0) this.#named.delete(streamId);
  }
}
