/**
 * The bounded number of deliveries in memory, by lane: the first attempts of one stream to one endpoint in order. The
 * table is authoritative; losing this memory loses nothing.
 */
import { messageOf } from '../../shared/errors.ts';
import type { Delivery } from '../contract/delivery.ts';
import { isLaneOf } from '../contract/endpoint.ts';
import type { Lane } from './lane.ts';
import { LaneSet } from './lane-set.ts';
import { windowOf } from './lane-window.ts';
import type { LanesDeps } from './lanes-deps.ts';

const CLAIM_FRESH = 512;
const CLAIM_RETRIES = 64;
/** The longest pause between two passes, and the pause after a failed claim. */
const LOOK_MAX_MS = 30_000;
const LOOK_AFTER_FAILURE_MS = 1_000;
/** The shortest pause between two attempts of a lane whose channel is down or whose address refuses. */
const PROBE_PAUSE_MS = 1_000;

export class Lanes {
  readonly #deps: LanesDeps;
  readonly #lanes = new LaneSet();
  #held = 0;

  constructor(deps: LanesDeps) {
    this.#deps = deps;
  }

  /** The number of deliveries in memory. */
  get held(): number {
    return this.#held;
  }

  /**
   * Returns whether a new first attempt may go straight to memory because nothing older of its lane waits in the table.
   */
  admits(streamId: string, endpoint: string): boolean {
    if (this.#deps.isPaused(streamId, endpoint)) return false;
    const lane = this.#lanes.find(streamId, endpoint);
    if (lane === undefined) return true;
    if (this.#deps.isDown(endpoint)) return lane.isIdle();
    return !lane.overflowing && !lane.isCatchingUp && lane.fresh < windowOf(this.#held);
  }

  /** Adds a delivery that `admits` let through; first attempts of a lane come in the order of sequences. */
  hold(delivery: Delivery): void {
    const lane = this.#lane(delivery.streamId, delivery.endpoint);
    this.#hold(lane, delivery, lane.overflowing && lane.hasGivenBack);
  }

  /** `isAhead`: what comes before it was given back since it was admitted or claimed. */
  #hold(lane: Lane, delivery: Delivery, isAhead: boolean): void {
    if (lane.holder !== delivery.holder) {
      this.#deps.lost(delivery);
      return;
    }
    const isFresh = delivery.attemptCount === 0;
    const { isPaused, refusals } = this.#deps;
    const isHeld = refusals.holds(delivery) || isPaused(lane.streamId, lane.endpoint);
    if ((isFresh && isAhead) || isHeld) {
      this.#return(lane, delivery);
      return;
    }
    this.#held++;
    if (delivery.attemptCount > 0) {
      lane.retries++;
      this.#deps.ready(delivery);
    } else if (lane.add(delivery, this.#deps.orderOf(lane.streamId, lane.endpoint))) {
      this.#deps.ready(delivery);
    }
  }

  /** Must be called when an endpoint, or one lane, is paused: what waits in memory goes back to the table. */
  pause(streamId: string, named: string): void {
    for (const lane of this.#lanes.of(streamId)) {
      if (!isLaneOf(lane.endpoint, named)) continue;
      for (const delivery of lane.dropWaiting()) {
        this.#held--;
        this.#return(lane, delivery);
      }
    }
  }

  /** Must be called with a delivery that could have started but for the pause, before it is released. */
  returned(delivery: Delivery): void {
    this.#return(this.#lane(delivery.streamId, delivery.endpoint), delivery);
  }

  #return(lane: Lane, delivery: Delivery): void {
    lane.givenBack(delivery, this.#deps.clock.steady());
    this.#lanes.changed(lane);
    this.#deps.giveBack(delivery);
  }

  #lose(delivery: Delivery): void {
    this.#held--;
    this.#deps.lost(delivery);
  }

  /** Must be called when an attempt has ended: what waited for it may start, and its lane may have room again. */
  release(delivery: Delivery): void {
    const lane = this.#lane(delivery.streamId, delivery.endpoint);
    this.#held--;
    if (lane.holder === delivery.holder) {
      if (delivery.attemptCount > 0) lane.retries--;
      else for (const next of lane.ended(delivery)) this.#deps.ready(next);
    }
    const pauseMs = this.#deps.refusals.pauseOf(lane.streamId, lane.endpoint);
    lane.probeAt = this.#deps.clock.steady() + (pauseMs ?? PROBE_PAUSE_MS);
    this.#endCatchUp(lane);
    this.#lanes.changed(lane);
    if (this.#wantsFresh(lane) || this.#wantsRetries(lane) || pauseMs !== null) this.#deps.wake();
  }

  /** Records that the table has first attempts of this lane that are not in memory. */
  overflowed(streamId: string, endpoint: string): void {
    const lane = this.#lane(streamId, endpoint);
    lane.timesFound++;
    if (!lane.overflowing) lane.hasGivenBack = false;
    lane.overflowing = true;
    this.#lanes.changed(lane);
    if (this.#wantsFresh(lane)) this.#deps.wake();
  }

  /** Records that the table has a retry of this lane, due at `at` (steady ms). */
  expectRetry(streamId: string, endpoint: string, at: number): void {
    const lane = this.#lane(streamId, endpoint);
    lane.timesFound++;
    this.#lanes.changed(lane);
    if (this.#deps.refusals.pauseOf(streamId, endpoint) === null) lane.probeAt = at;
    if (lane.retryDueAt !== null && lane.retryDueAt <= at) return;
    lane.retryDueAt = at;
    this.#deps.wake();
  }

  /**
   * Must be called when a channel is up again, or an endpoint no longer paused: what it could not take is due at once,
   * in its old order and before anything new. Only those of `streamId` are asked, if it is given.
   */
  resumed(isConcerned: (lane: Lane) => boolean, streamId: string | null = null): void {
    const now = this.#deps.clock.steady();
    for (const lane of streamId === null ? this.#lanes.all() : this.#lanes.of(streamId)) {
      if (!isConcerned(lane)) continue;
      this.#lanes.changed(lane);
      if (lane.retryDueAt === null) continue;
      lane.isCatchingUp = true;
      lane.probeAt = now;
      lane.retryDueAt = now;
      void this.#deps.claims.bringForward(lane, now).catch((error) => {
        this.#deps.log.warn('bringing waiting deliveries forward failed', {
          error: messageOf(error),
        });
      });
    }
    this.#deps.wake();
  }

  /** Claims everything that is due and fits. Returns in how many ms there can be more, 0 for at once. */
  async claimDue(): Promise<number> {
    const claims: Promise<boolean>[] = [];
    for (const lane of this.#lanes.due(this.#deps.clock.steady())) {
      if (lane.isIdle()) this.#leave(lane);
      else claims.push(...this.#claim(lane));
    }
    const went = await Promise.all(claims);
    if (went.includes(false)) return LOOK_AFTER_FAILURE_MS;
    return this.#untilNextLook();
  }

  /** A lane that refused stays until its next try would be due: its result may not be on disk yet. */
  #leave(lane: Lane): void {
    if (this.#onlyProbes(lane) && lane.probeAt > this.#deps.clock.steady()) return;
    this.#lanes.delete(lane);
    this.#deps.refusals.forget(lane.streamId, lane.endpoint);
  }

  #claim(lane: Lane): Promise<boolean>[] {
    const { claims, clock } = this.#deps;
    const running: Promise<boolean>[] = [];
    if (this.#wantsFresh(lane)) {
      running.push(this.#take(lane, claims.fresh(lane, this.#freshRoom(lane))));
    }
    if (this.#wantsRetries(lane)) {
      const claim = claims.retries(lane, this.#retryRoom(lane), clock.steady());
      running.push(this.#take(lane, claim, () => this.#endCatchUp(lane)));
    }
    return running;
  }

  async #take(asking: Lane, claim: Promise<Delivery[]>, then = () => {}): Promise<boolean> {
    const { timesGivenBack } = asking;
    try {
      const claimed = await claim;
      const isAhead = asking.timesGivenBack !== timesGivenBack;
      const lane = this.#lane(asking.streamId, asking.endpoint);
      const [first] = claimed;
      if (first !== undefined && lane.fresh + lane.retries === 0) this.#deps.refusals.probe(first);
      for (const delivery of claimed) this.#hold(lane, delivery, isAhead);
      then();
      return true;
    } catch (error) {
      this.#deps.log.warn('claiming waiting deliveries failed', { error: messageOf(error) });
      return false;
    }
  }

  #wantsFresh(lane: Lane): boolean {
    return lane.overflowing && this.#freshRoom(lane) > 0;
  }

  /** While its channel is down or its address refuses, a lane tries one delivery to learn the cause. */
  #freshRoom(lane: Lane): number {
    if (this.#deps.isPaused(lane.streamId, lane.endpoint)) return 0;
    if (this.#onlyProbes(lane)) return this.#mayProbe(lane) && lane.retryDueAt === null ? 1 : 0;
    const limit = Math.min(CLAIM_FRESH, windowOf(this.#held));
    return !lane.isCatchingUp && lane.fresh <= limit / 2 ? limit : 0;
  }

  #wantsRetries(lane: Lane): boolean {
    return this.#retryRoom(lane) > 0 && (lane.retryDueAt ?? Infinity) <= this.#deps.clock.steady();
  }

  #retryRoom(lane: Lane): number {
    if (this.#deps.isPaused(lane.streamId, lane.endpoint)) return 0;
    if (this.#onlyProbes(lane)) return this.#mayProbe(lane) ? 1 : 0;
    const allowance = Math.min(CLAIM_RETRIES, windowOf(this.#held));
    return lane.retries <= allowance / 2 ? allowance : 0;
  }

  #onlyProbes({ streamId, endpoint }: Lane): boolean {
    const { isDown, refusals } = this.#deps;
    return isDown(endpoint) || refusals.pauseOf(streamId, endpoint) !== null;
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

  #untilNextLook(): number {
    const now = this.#deps.clock.steady();
    const isForNextPass = (lane: Lane) => lane.isIdle() || this.#wantsFresh(lane);
    const firstAt = this.#lanes.plan(isForNextPass, (lane) => this.#nextLookAt(lane, now));
    return Math.max(Math.min(firstAt - now, LOOK_MAX_MS), 0);
  }

  /** A due lane without room is checked again when one of its deliveries ends, or else after the longest pause. */
  #nextLookAt(lane: Lane, now: number): number {
    const { streamId, endpoint, retryDueAt } = lane;
    if (retryDueAt === null && !lane.overflowing) return Infinity;
    const later = now + LOOK_MAX_MS;
    if (this.#deps.isPaused(streamId, endpoint)) return later;
    if (!this.#onlyProbes(lane)) return this.#retryRoom(lane) > 0 ? (retryDueAt ?? later) : later;
    return lane.fresh + lane.retries > 0 ? later : Math.max(retryDueAt ?? 0, lane.probeAt);
  }

  #lane(streamId: string, endpoint: string): Lane {
    const holder = this.#deps.holderOf(streamId);
    const known = this.#lanes.find(streamId, endpoint);
    if (known === undefined) return this.#lanes.add(streamId, endpoint, holder);
    if (holder === null || known.holder === holder) return known;
    // The stream was lost and has come back: new deliveries do not wait for attempts that started before.
    for (const delivery of known.renew(holder)) this.#lose(delivery);
    this.#lanes.changed(known);
    return known;
  }
}
