/**
 * The bounded window of deliveries held in memory, lane by lane: the first attempts of one stream to one endpoint in
 * order. The table is the truth; losing the window loses nothing.
 */
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { Delivery } from '../contract/delivery.ts';
import { Lane } from './lane.ts';
import type { Claims } from './leases.ts';

const LANE_WINDOW = 4_096;
const MEMORY_MAX = 32_768;
/** What every lane may hold even when memory is full, so that a dead endpoint's lanes starve no other. */
const LANE_FLOOR = 16;
const CLAIM_FRESH = 512;
const CLAIM_RETRIES = 64;
/** The longest sleep between two looks, and the pause after a claim that failed. */
const LOOK_MAX_MS = 30_000;
const LOOK_AFTER_FAILURE_MS = 1_000;
/** The least pause between two attempts of a lane whose channel is down. */
const PROBE_PAUSE_MS = 1_000;

interface LanesDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly claims: Claims;
  /** Under which deliveries of the stream are leased now; null: none may be. */
  readonly leaseOf: (streamId: string) => string | null;
  /** No attempt through this endpoint's channel can succeed now. */
  readonly isDown: (endpoint: string) => boolean;
  /** Takes a delivery that may start now. */
  readonly ready: (delivery: Delivery) => void;
  /** Told of what was leased under an earlier lease of its stream, and is to be claimed again. */
  readonly lost: (delivery: Delivery) => void;
  /** There is something to claim before the next look. */
  readonly wake: () => void;
}

export class Lanes {
  readonly #deps: LanesDeps;
  readonly #lanes = new Set<Lane>();
  /** By stream and endpoint: found several times for every event, so no key is put together for it. */
  readonly #byStream = new Map<string, Map<string, Lane>>();
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
    const lane = this.#byStream.get(streamId)?.get(endpoint);
    if (lane === undefined) return true;
    if (this.#deps.isDown(endpoint)) return lane.isIdle();
    return !lane.overflowing && !lane.isCatchingUp && lane.fresh < this.#allowance();
  }

  /** Takes in a leased delivery; first attempts of a lane come in sequence order. */
  hold(delivery: Delivery): void {
    const lane = this.#lane(delivery.streamId, delivery.endpoint);
    if (lane.lease !== delivery.lease) {
      this.#deps.lost(delivery);
      return;
    }
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
    if (lane.lease === delivery.lease) this.#ended(lane, delivery);
    lane.probeAt = this.#deps.clock.steady() + PROBE_PAUSE_MS;
    this.#endCatchUp(lane);
    if (this.#wantsFresh(lane) || this.#wantsRetries(lane)) this.#deps.wake();
  }

  #ended(lane: Lane, delivery: Delivery): void {
    if (delivery.attemptCount > 0) lane.retries--;
    else for (const next of lane.ended(delivery)) this.#deps.ready(next);
  }

  /** The table holds first attempts of this lane that memory does not. */
  overflowed(streamId: string, endpoint: string): void {
    const lane = this.#lane(streamId, endpoint);
    lane.timesFound++;
    lane.overflowing = true;
    if (this.#wantsFresh(lane)) this.#deps.wake();
  }

  /** The table holds a retry of this lane that is due at `at` (steady ms). */
  expectRetry(streamId: string, endpoint: string, at: number): void {
    const lane = this.#lane(streamId, endpoint);
    lane.timesFound++;
    lane.probeAt = at;
    if (lane.retryDueAt !== null && lane.retryDueAt <= at) return;
    lane.retryDueAt = at;
    this.#deps.wake();
  }

  /** A channel is up again: what it could not take is due at once, in its old order and before anything new. */
  resumed(isOfChannel: (endpoint: string) => boolean): void {
    const now = this.#deps.clock.steady();
    for (const lane of this.#lanes) {
      if (!isOfChannel(lane.endpoint) || lane.retryDueAt === null) continue;
      lane.isCatchingUp = true;
      lane.retryDueAt = now;
      void this.#deps.claims.bringForward(lane, now).catch((error) => {
        this.#deps.log.warn('waiting deliveries come later', { error: messageOf(error) });
      });
    }
    this.#deps.wake();
  }

  /** Claims all that is due and fits; returns the ms after which there can be more, 0 for at once. */
  async claimDue(): Promise<number> {
    const claims: Promise<boolean>[] = [];
    for (const lane of this.#lanes) {
      if (lane.isIdle()) this.#forget(lane);
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
      running.push(this.#take(claims.fresh(lane, this.#freshRoom(lane))));
    }
    if (this.#wantsRetries(lane)) {
      const claim = claims.retries(lane, this.#retryRoom(lane), clock.steady());
      running.push(this.#take(claim, () => this.#endCatchUp(lane)));
    }
    return running;
  }

  async #take(claim: Promise<Delivery[]>, then = () => {}): Promise<boolean> {
    try {
      for (const delivery of await claim) this.hold(delivery);
      then();
      return true;
    } catch (error) {
      this.#deps.log.warn('waiting deliveries could not be claimed', { error: messageOf(error) });
      return false;
    }
  }

  #wantsFresh(lane: Lane): boolean {
    return lane.overflowing && this.#freshRoom(lane) > 0;
  }

  /** While the channel is down, a lane sends one delivery ahead to learn why, and the others wait untried. */
  #freshRoom(lane: Lane): number {
    if (this.#deps.isDown(lane.endpoint)) {
      return this.#mayProbe(lane) && lane.retryDueAt === null ? 1 : 0;
    }
    const limit = Math.min(CLAIM_FRESH, this.#allowance());
    return !lane.isCatchingUp && lane.fresh <= limit / 2 ? limit : 0;
  }

  #wantsRetries(lane: Lane): boolean {
    return this.#retryRoom(lane) > 0 && (lane.retryDueAt ?? Infinity) <= this.#deps.clock.steady();
  }

  #retryRoom(lane: Lane): number {
    if (this.#deps.isDown(lane.endpoint)) return this.#mayProbe(lane) ? 1 : 0;
    const allowance = Math.min(CLAIM_RETRIES, this.#allowance());
    return lane.retries <= allowance / 2 ? allowance : 0;
  }

  #mayProbe(lane: Lane): boolean {
    return lane.fresh + lane.retries === 0 && lane.probeAt <= this.#deps.clock.steady();
  }

  #endCatchUp(lane: Lane): void {
    if (!lane.isCatchingUp || lane.retries > 0) return;
    if ((lane.retryDueAt ?? Infinity) <= this.#deps.clock.steady()) return;
    lane.isCatchingUp = false;
    if (this.#wantsFresh(lane)) this.#deps.wake();
  }

  /** A due lane without room is looked at again when one of its deliveries ends. */
  #untilNextLook(): number {
    const now = this.#deps.clock.steady();
    let waitMs = LOOK_MAX_MS;
    for (const lane of this.#lanes) waitMs = Math.min(waitMs, this.#nextLookAt(lane) - now);
    return Math.max(waitMs, 0);
  }

  #nextLookAt(lane: Lane): number {
    const dueAt = lane.retryDueAt ?? Infinity;
    if (!this.#deps.isDown(lane.endpoint)) return this.#retryRoom(lane) > 0 ? dueAt : Infinity;
    if (lane.fresh + lane.retries > 0) return Infinity;
    return Math.max(lane.overflowing && dueAt === Infinity ? 0 : dueAt, lane.probeAt);
  }

  #allowance(): number {
    return this.#held < MEMORY_MAX ? LANE_WINDOW : LANE_FLOOR;
  }

  #lane(streamId: string, endpoint: string): Lane {
    const lease = this.#deps.leaseOf(streamId);
    const ofStream = this.#byStream.get(streamId);
    const known = ofStream?.get(endpoint);
    if (known !== undefined) {
      if (lease !== null && known.lease !== lease) this.#renew(known, lease);
      return known;
    }
    const lane = new Lane(streamId, endpoint, lease);
    this.#lanes.add(lane);
    if (ofStream === undefined) this.#byStream.set(streamId, new Map([[endpoint, lane]]));
    else ofStream.set(endpoint, lane);
    return lane;
  }

  /** The stream was lost and is back: what is new does not wait for attempts that began before. */
  #renew(lane: Lane, lease: string): void {
    for (const delivery of lane.renew(lease)) {
      this.#held--;
      this.#deps.lost(delivery);
    }
  }

  #forget(lane: Lane): void {
    const ofStream = this.#byStream.get(lane.streamId);
    ofStream?.delete(lane.endpoint);
    if (ofStream?.size === 0) this.#byStream.delete(lane.streamId);
    this.#lanes.delete(lane);
  }
}
