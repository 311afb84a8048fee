/** A delivery in memory, and its lane: a stream's deliveries to one endpoint. */
import type { Target } from './channel.ts';

/** Longer bodies, in characters, are read from the event log when they are sent. */
export const BODY_IN_MEMORY_MAX = 64 * 1024;

/** A delivery in memory. `body` is null when it must be read from the event log before sending. */
export interface Delivery {
  readonly id: string;
  readonly streamId: string;
  readonly endpoint: string;
  readonly eventId: string;
  readonly type: string;
  /** When its event was made, in ms since 1970. */
  readonly createdAt: number;
  readonly sequence: number;
  readonly chat: string | null;
  readonly attemptCount: number;
  /** How many attempts there were before the present round. */
  readonly roundFrom: number;
  readonly body: string | null;
  /** The approximate size of the stored body without media. */
  readonly bodyBytes: number;
  /** The size of its media, or 0 for an event without media. */
  readonly mediaBytes: number;
  /** Whether its receiver refused it with its media as too large in this round, so that it goes without. */
  readonly isMediaRefused?: boolean;
  /** The span in which its event was published; null if that was not traced. */
  readonly traceparent: string | null;
  /** The holder in its row while this process has it. */
  readonly holder: string;
}

/** A lane with deliveries in the table that are not in memory. */
export interface WaitingLane {
  readonly streamId: string;
  readonly endpoint: string;
  /** When its earliest retry is due, in ms of the steady clock; null if it has first attempts. */
  readonly retryDueAt: number | null;
}

/** The sender of deliveries, as far as publishing uses it. */
export interface DeliveryHandoff {
  /** Returns whether a new delivery may be sent without waiting in the table. */
  maySkipTable(streamId: string, endpoint: string): boolean;
  /** Takes a delivery that is committed and leased to this process, with the target it was published for. */
  accept(delivery: Delivery, target: Target): void;
  /** Starts what was accepted, as far as the limits allow. */
  pump(): void;
  /** Reports a delivery that was committed as waiting because it was not admitted. */
  recordOverflow(streamId: string, endpoint: string): void;
}
