/** What the lanes in memory need of the rest of the engine. */
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { Delivery } from '../contract/delivery.ts';
import type { LaneOrder } from './lane.ts';
import type { Claims } from './leases.ts';
import type { Refusals } from './refusals.ts';

export interface LanesDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly claims: Claims;
  /** Returns the holder for deliveries of the stream, or null when none may be leased. */
  readonly holderOf: (streamId: string) => string | null;
  /** Returns whether no attempt through this endpoint's channel can succeed now. */
  readonly isDown: (endpoint: string) => boolean;
  readonly refusals: Pick<Refusals, 'pauseOf' | 'holds' | 'probe' | 'forget'>;
  /** Returns whether nothing may be sent to the endpoint now, although its channel is up. */
  readonly isPaused: (streamId: string, endpoint: string) => boolean;
  /** Called with a delivery that must wait in the table, because the endpoint is paused. */
  readonly giveBack: (delivery: Delivery) => void;
  /** Returns how first attempts to this endpoint are ordered. */
  readonly orderOf: (streamId: string, endpoint: string) => LaneOrder;
  /** Called with a delivery that may start now. */
  readonly ready: (delivery: Delivery) => void;
  /** Called with a delivery that an earlier lease of its stream has and that will be claimed again. */
  readonly lost: (delivery: Delivery) => void;
  /** Called when there is something to claim before the next pass. */
  readonly wake: () => void;
}
