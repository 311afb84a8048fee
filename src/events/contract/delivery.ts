/** A delivery in memory, and the lane it belongs to: a stream's deliveries to one endpoint. */

/** Bodies above this, in characters, are read from the event log when they are sent. */
export const BODY_IN_MEMORY_MAX = 64 * 1024;

/** A delivery in memory. `body` is null when it must be read from the event log before sending. */
export interface Delivery {
  readonly id: string;
  readonly streamId: string;
  readonly endpoint: string;
  readonly eventId: string;
  readonly type: string;
  readonly sequence: number;
  readonly chat: string | null;
  readonly attemptCount: number;
  readonly attemptLimit: number | null;
  readonly body: string | null;
  /** About how long the stored body is, without media. */
  readonly bodyBytes: number;
  /** How long its media is; 0: it has none. */
  readonly mediaBytes: number;
  /** What its row carries as owner while this process has it. */
  readonly lease: string;
}

/** A lane with deliveries in the table that memory does not hold. */
export interface WaitingLane {
  readonly streamId: string;
  readonly endpoint: string;
  /** Steady ms of its earliest retry; null: it has first attempts. */
  readonly retryDueAt: number | null;
}
