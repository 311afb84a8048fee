/** What the sender tells the lanes and leases of deliveries. */
import type { Delivery } from '../contract/delivery.ts';

export interface SenderHooks {
  /** Called when the delivery leaves memory. */
  readonly released: (delivery: Delivery) => void;
  /** Called when its result is on disk or never will be, or another process has it: this one no longer does. */
  readonly ended: (delivery: Delivery) => void;
  /** Called with a delivery whose endpoint is paused, before it leaves memory; it must be given back. */
  readonly returned: (delivery: Delivery) => void;
  /** Called when it is on disk that it is tried again at `at` (steady ms). */
  readonly toRetry: (delivery: Delivery, at: number) => void;
  /** Called when a lease has ended in memory that the table still has, because its end could not be written. */
  readonly leftInTable: () => void;
}
