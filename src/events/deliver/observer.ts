/** Who watches the engine at work: counters and the one line for every discarded delivery. */
import type { Delivery } from '../contract/delivery.ts';
import type { AttemptResult } from './record-attempt.ts';

export interface Observer {
  /** An attempt has ended and is on disk. */
  attempted(attempted: AttemptResult): void;
  /** A delivery was discarded without an attempt, and that is on disk. */
  dropped(delivery: Delivery, reason: string): void;
  /** So many waiting deliveries of an endpoint were discarded at once, because it is gone. */
  cleared(endpoint: string, count: number): void;
}
