/** Observes attempts, discarded deliveries and filtered events. */

import type { Delivery, Outcome } from '../contract/channel.ts';
import type { RetryDecision } from './retry-policy.ts';

/** A finished attempt. Times are in ms; `startedAt` is wall time. */
export interface AttemptResult {
  readonly delivery: Delivery;
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly decision: RetryDecision;
  /** The masked address. */
  readonly maskedAddress: string;
}

export interface Observer {
  /** Called when an attempt has ended and is on disk. */
  onAttempt(attempted: AttemptResult): void;
  /**
   * Called when the discarding of a delivery without an attempt is on disk. `isWithdrawn`: somebody has removed its
   * endpoint or its instance, or switched it off.
   */
  onDrop(delivery: Delivery, reason: string, isWithdrawn: boolean): void;
  /** Called when `count` waiting deliveries of a stream's endpoint were discarded because it or their events are gone. */
  onClear(streamId: string, endpoint: string, count: number): void;
  /** Called when an event is on disk that the filter of a stream's endpoint kept from it. */
  onFilter(streamId: string, endpoint: string): void;
}

/** Combines two observers, which are called in this order. */
export const joinObservers = (first: Observer, second: Observer | undefined): Observer => ({
  onAttempt(attempted) {
    first.onAttempt(attempted);
    second?.onAttempt(attempted);
  },
  onDrop(delivery, reason, isWithdrawn) {
    first.onDrop(delivery, reason, isWithdrawn);
    second?.onDrop(delivery, reason, isWithdrawn);
  },
  onClear(streamId, endpoint, count) {
    first.onClear(streamId, endpoint, count);
    second?.onClear(streamId, endpoint, count);
  },
  onFilter(streamId, endpoint) {
    first.onFilter(streamId, endpoint);
    second?.onFilter(streamId, endpoint);
  },
});
