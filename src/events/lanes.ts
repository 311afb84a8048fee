/**
 * The bounded window of deliveries held in memory, lane by lane. Owns: what may come in, and from where.
 * The table is the truth; losing the window loses nothing.
 */
import type { Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { Claims } from './claims.ts';
import { type Delivery, Lane } from './lane.ts';

const LANE_WINDOW = 4_096;
const MEMORY_MAX = 32_768;
/** What every lane may hold even when memory is full, so that a dead endpoint's lanes starve nobody. */
const LANE_FLOOR = 16;
const CLAIM_FRESH = 512;
const CLAIM_RETRIES = 64;
/** The longest sleep between two looks, and the pause after a claim that failed. */
const LOOK_MAX_MS = 30_000;
const LOOK_AFTER_FAILURE_MS = 1_000;

export interface LanesDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly claims: Claims;
  /** Takes a delivery that may start now. */
  readonly ready: (delivery: Delivery) => void;
  /** There is something to claim before the next look. */
  readonly wake: () => void;
}

export class Lanes {
  readonly #deps: LanesDeps;
  readonly #lanes = new Map<string, Lane>();
  #held = 0;

  constructor(deps: LanesDeps) {
    this.#deps = deps;
  }

  /** Deliveries in memory. */
  get held(): number {
    return this.#held;
  }

  /** Whether a new first attempt may go straight to memory: nothing older of its lane waits in the table. */
  admits(streamId: string, endpoint: string): boolean {
    const lane = this.#lanes.get(keyOf(streamId, endpoint));
    return lane === undefined || (!lane.overflowing && lane.fresh < this.#allowance());
  }

  /** Takes in a leased delivery; first attempts of a lane come in sequence order. */
  hold(delivery: Delivery): void {
    const lane = this.#lane(delivery.streamId, delivery.endpoint);
    this.#held++;
    if (delivery.attemptCount > 0) {
      lane.retries++;
      this.#deps.ready(delivery);
    } else if (lane.add(delivery)) {
      this.#deps.ready(delivery);
    }
  }

  /** The attempt has ended: what waited for it may start, and its lane may have room again. */
  release(delivery: Delivery): void {
    const lane = this.#lane(delivery.streamId, delivery.endpoint);
    this.#held--;
    if (delivery.attemptCount > 0) lane.retries--;
    else for (const next of lane.ended(delivery)) this.#deps.ready(next);
    if (this.#wantsFresh(lane) || this.#wantsRetries(lane)) this.#deps.wake();
  }

  /** The table holds first attempts of this lane that memory does not. */
  overflowed(streamId: string, endpoint: string): void {
    const lane = this.#lane(streamId, endpoint);
    lane.overflowing = true;
    if (this.#wantsFresh(lane)) this.#deps.wake();
  }

  /** The table holds a retry of this lane that is due at `at` (steady ms). */
  expectRetry(streamId: string, endpoint: string, at: number): void {
    const lane = this.#lane(streamId, endpoint);
    if (lane.retryDueAt !== null && lane.retryDueAt <= at) return;
    lane.retryDueAt = at;
    this.#deps.wake();
  }

  /** Claims all that is due and fits; returns the ms after which there can be more, 0 for at once. */
  async claimDue(): Promise<number> {
    const claims: Promise<boolean>[] = [];
    for (const [key, lane] of this.#lanes) {
      if (lane.isIdle()) this.#lanes.delete(key);
      else claims.push(...this.#claim(lane));
    }
    const went = await Promise.all(claims);
    if (went.includes(false)) return LOOK_AFTER_FAILURE_MS;
    return this.#untilNextLook();
  }

  #claim(lane: Lane): Promise<boolean>[] {
    const { claims, clock } = this.#deps;
    const running: Promise<boolean>[] = [];
    if (this.#wantsFresh(lane)) {
      const limit = Math.min(CLAIM_FRESH, this.#allowance());
      running.push(this.#take(claims.fresh(lane, limit)));
    }
    if (this.#wantsRetries(lane)) {
      running.push(this.#take(claims.retries(lane, this.#retryAllowance(), clock.steady())));
    }
    return running;
  }

  async #take(claim: Promise<Delivery[]>): Promise<boolean> {
    try {
      for (const delivery of await claim) this.hold(delivery);
      return true;
    } catch (error) {
      this.#deps.log.warn('waiting deliveries could not be claimed', { error: messageOf(error) });
      return false;
    }
  }

  #wantsFresh(lane: Lane): boolean {
    return lane.overflowing && lane.fresh <= Math.min(CLAIM_FRESH, this.#allowance()) / 2;
  }

  #wantsRetries(lane: Lane): boolean {
    return (
      this.#hasRoomForRetries(lane) && (lane.retryDueAt ?? Infinity) <= this.#deps.clock.steady()
    );
  }

  #hasRoomForRetries(lane: Lane): boolean {
    return lane.retries <= this.#retryAllowance() / 2;
  }

  #retryAllowance(): number {
    return Math.min(CLAIM_RETRIES, this.#allowance());
  }

  /** A due lane without room is looked at again when one of its deliveries ends. */
  #untilNextLook(): number {
    const now = this.#deps.clock.steady();
    let waitMs = LOOK_MAX_MS;
    for (const lane of this.#lanes.values()) {
      if (lane.retryDueAt === null || !this.#hasRoomForRetries(lane)) continue;
      waitMs = Math.min(waitMs, lane.retryDueAt - now);
    }
    return Math.max(waitMs, 0);
  }

  #allowance(): number {
    return this.#held < MEMORY_MAX ? LANE_WINDOW : LANE_FLOOR;
  }

  #lane(streamId: string, endpoint: string): Lane {
    const key = keyOf(streamId, endpoint);
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = new Lane(streamId, endpoint);
      this.#lanes.set(key, lane);
    }
    return lane;
  }
}

const keyOf = (streamId: string, endpoint: string): string => `${streamId}/${endpoint}`;
