/** A delivery that this process owns, and the one word for where it is. `docs/engine.md` draws the states. */
import { leaveUnhandled } from '../../shared/unhandled-faults.ts';
import type { Delivery, Target } from '../contract/channel.ts';
import type { MissingTarget } from '../contract/routing.ts';
import type { Lane } from './lane.ts';

/** Each state and those that may follow it. The last three have left memory as soon as their write is queued. */
export const NEXT_STATES = {
  /** Its commit is known: its row says that this process has it. */
  claimed: ['held', 'ready', 'returned', 'lost'],
  /** Its lane holds it until the earlier first attempts of its chat have ended. */
  held: ['ready', 'returned', 'lost'],
  /** It may start, and waits for a slot. */
  ready: ['sending', 'postponed', 'settled', 'returned', 'lost'],
  /** An attempt is under way. */
  sending: ['settled', 'ready', 'postponed'],
  /** It could not be sent for a cause on this side, and keeps its place until it is ready again. */
  postponed: ['ready'],
  /** Its result is on its way to the disk: delivered, waiting for a retry, or discarded. */
  settled: [],
  /** It goes back to the table without an attempt. */
  returned: [],
  /** Another lease of its stream has it, so nothing is written. */
  lost: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type DeliveryState = keyof typeof NEXT_STATES;

/** The deliveries of one stream to one endpoint. */
export type DeliveryLane = Lane<OwnedDelivery>;

export class OwnedDelivery {
  readonly delivery: Delivery;
  readonly lane: DeliveryLane;
  /** The key of its order in the lane. */
  readonly chat: string | null;
  readonly attemptCount: number;
  /** Where it goes, as was known when it became ready or was sent. */
  target: Target | MissingTarget;
  /** The host for which it waits or has a slot, and the bytes that it needs; 0 if it is too small to need a share. */
  host = '';
  bytes = 0;
  #state: DeliveryState = 'claimed';

  constructor(delivery: Delivery, lane: DeliveryLane, target: Target | MissingTarget) {
    this.delivery = delivery;
    this.lane = lane;
    this.chat = delivery.chat;
    this.attemptCount = delivery.attemptCount;
    this.target = target;
  }

  get state(): DeliveryState {
    return this.#state;
  }

  /** A step that is not drawn is a fault of this code, which is told; the delivery goes on. */
  become(state: DeliveryState): void {
    const allowed: readonly DeliveryState[] = NEXT_STATES[this.#state];
    if (!allowed.includes(state))
      leaveUnhandled(new Error(`a delivery was ${this.#state} and cannot become ${state}`));
    this.#state = state;
  }
}
