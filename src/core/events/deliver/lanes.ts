/**
 * The bounded number of deliveries in memory, by lane: what each lane may have there, and what the table has of it
 * beside that. The table is authoritative; losing this memory loses nothing.
 */
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { callApart } from '../../shared/unhandled-faults.ts';
import type { Channel, Target, WaitingLane } from '../contract/channel.ts';
import { isLaneOf } from '../contract/endpoint.ts';
import { isGone, type MissingTarget } from '../contract/routing.ts';
import type { Ownership } from '../publish/ownership.ts';
import type { Claims } from './claims.ts';
import type { LaneOrder } from './lane.ts';
import { LaneSet, windowOf } from './lane-set.ts';
import type { DeliveryLane, OwnedDelivery } from './owned-delivery.ts';
import type { Pauses } from './pauses.ts';
import type { Refusals } from './refusals.ts';

const CLAIM_FRESH = 512;
const CLAIM_RETRIES = 64;
/** The longest pause between two passes. */
const LOOK_MAX_MS = 30_000;
/** The shortest pause between two attempts of a lane whose channel is down or whose address refuses. */
const PROBE_PAUSE_MS = 1_000;

const NONE: readonly OwnedDelivery[] = [];

export interface LanesDeps {
  readonly clock: Pick<Clock, 'steady'>;
  readonly log: Pick<Log, 'warn'>;
  readonly claims: Pick<Claims, 'bringForward'>;
  readonly ownership: Pick<Ownership, 'grantToSend'>;
  readonly channels: Readonly<Record<string, Pick<Channel, 'isDown'>>>;
  readonly pauses: Pick<Pauses, 'isPaused'>;
  readonly refusals: Pick<Refusals, 'pauseOf' | 'holds' | 'forget'>;
}

export class Lanes {
  readonly #deps: LanesDeps;
  readonly #lanes = new LaneSet();
  #wake: () => void = () => {};
  #lose: (owned: OwnedDelivery) => void = () => {};
  #held = 0;

  constructor(deps: LanesDeps) {
    this.#deps = deps;
  }

  /** `wake` is called when there is something to claim before the next pass. */
  whenDue(wake: () => void): void {
    this.#wake = wake;
  }

  /** `lose` is called with a delivery that waits under an earlier lease of its stream: it will be claimed again. */
  whenLost(lose: (owned: OwnedDelivery) => void): void {
    this.#lose = lose;
  }

  /** The number of deliveries in memory. */
  get held(): number {
    return this.#held;
  }

  /**
   * Returns whether a new first attempt may go straight to memory because nothing older of its lane waits in the table.
   */
  maySkipTable(streamId: string, endpoint: string): boolean {
    if (this.#deps.pauses.isPaused(streamId, endpoint)) return false;
    const lane = this.#lanes.find(streamId, endpoint);
    if (lane === undefined) return true;
    if (this.#isDown(lane)) return lane.isIdle();
    return !lane.hasMoreInTable && !lane.isCatchingUp && lane.fresh < windowOf(this.#held);
  }

  /** Returns the lane under the stream's current lease; what waited under an earlier one is lost. */
  of(streamId: string, endpoint: string): DeliveryLane {
    const holder = this.#deps.ownership.grantToSend(streamId)?.holder ?? null;
    const known = this.#lanes.find(streamId, endpoint);
    if (known === undefined) return this.#lanes.add(streamId, endpoint, holder);
    if (holder === null || known.holder === holder) return known;
    // The stream was lost and has come back: new deliveries do not wait for attempts that started before.
    for (const owned of known.renew(holder)) {
      this.#held--;
      this.#lose(owned);
    }
    this.#lanes.markChanged(known);
    return known;
  }

  /**
   * Takes a claimed delivery; first attempts of a lane come in the order of sequences. Returns its place. A first attempt
   * that `mustFollow` older ones returns to the table. A delivery that is `returned` or `lost` is in no lane.
   */
  place(owned: OwnedDelivery, mustFollow: boolean): 'ready' | 'held' | 'returned' | 'lost' {
    const { lane, delivery, attemptCount } = owned;
    if (lane.holder !== delivery.holder) return 'lost';
    const isFresh = attemptCount === 0;
    if ((isFresh && mustFollow) || this.isPaused(owned)) {
      this.recordReturn(owned);
      return 'returned';
    }
    this.#held++;
    if (isFresh) return lane.add(owned, orderOf(owned.target)) ? 'ready' : 'held';
    lane.retries++;
    return 'ready';
  }

  /** Returns whether a delivery must wait in the table now. */
  isPaused({ delivery }: OwnedDelivery): boolean {
    const { pauses, refusals } = this.#deps;
    return pauses.isPaused(delivery.streamId, delivery.endpoint) || refusals.holds(delivery);
  }

  /** Records that a delivery has left memory and waits in the table. */
  recordReturn({ lane, attemptCount }: OwnedDelivery): void {
    lane.recordReturn(attemptCount > 0, this.#deps.clock.steady());
    this.#lanes.markChanged(lane);
  }

  /** Drops what waits for others to end in an endpoint's lanes, or in one lane, because it returns to the table. */
  dropWaiting(streamId: string, named: string): OwnedDelivery[] {
    const dropped: OwnedDelivery[] = [];
    for (const lane of this.#lanes.of(streamId)) {
      if (!isLaneOf(lane.endpoint, named)) continue;
      for (const owned of lane.dropWaiting()) {
        this.#held--;
        this.recordReturn(owned);
        dropped.push(owned);
      }
    }
    return dropped;
  }

  /** Must be called when a delivery leaves memory. Returns those that waited for it and may start now. */
  remove(owned: OwnedDelivery): readonly OwnedDelivery[] {
    this.#held--;
    const { lane, delivery, attemptCount } = owned;
    if (lane.holder !== delivery.holder) return NONE;
    let next = NONE;
    if (attemptCount > 0) lane.retries--;
    else next = lane.finish(owned);
    // Whatever a channel does, those that waited for it go on.
    callApart(() => this.#planLook(lane));
    return next;
  }

  /** Decides when the next look at a lane is due in which there is room again. */
  #planLook(lane: DeliveryLane): void {
    const { refusals, clock } = this.#deps;
    const pauseMs = refusals.pauseOf(lane.streamId, lane.endpoint);
    lane.probeAt = clock.steady() + (pauseMs ?? PROBE_PAUSE_MS);
    this.endCatchUp(lane);
    this.#lanes.markChanged(lane);
    if (pauseMs !== null || this.freshRoom(lane) > 0 || this.retryRoom(lane) > 0) this.#wake();
  }

  /** Records that a lane has waiting deliveries in the table. */
  recordWaiting({ streamId, endpoint, retryDueAt }: WaitingLane): void {
    if (retryDueAt === null) this.recordOverflow(streamId, endpoint);
    else this.expectRetry(streamId, endpoint, retryDueAt);
  }

  /** Records that the table has first attempts of this lane that are not in memory. */
  recordOverflow(streamId: string, endpoint: string): void {
    const lane = this.of(streamId, endpoint);
    lane.tableVersion++;
    if (!lane.hasMoreInTable) lane.hasReturned = false;
    lane.hasMoreInTable = true;
    this.#lanes.markChanged(lane);
    if (this.freshRoom(lane) > 0) this.#wake();
  }

  /** Records that the table has a retry of this lane, due at `at` (steady ms). */
  expectRetry(streamId: string, endpoint: string, at: number): void {
    const lane = this.of(streamId, endpoint);
    lane.tableVersion++;
    this.#lanes.markChanged(lane);
    if (this.#deps.refusals.pauseOf(streamId, endpoint) === null) lane.probeAt = at;
    if (lane.retryDueAt !== null && lane.retryDueAt <= at) return;
    lane.retryDueAt = at;
    this.#wake();
  }

  /**
   * Must be called when a channel is up again, or an endpoint no longer paused: what it could not take is due at once,
   * in its old order and before anything new. Only the lanes of `streamId` are asked, if it is given.
   */
  resume(isConcerned: (lane: DeliveryLane) => boolean, streamId: string | null = null): void {
    const { clock, claims, log } = this.#deps;
    const now = clock.steady();
    for (const lane of streamId === null ? this.#lanes.all() : this.#lanes.of(streamId)) {
      if (!isConcerned(lane)) continue;
      this.#lanes.markChanged(lane);
      if (lane.retryDueAt === null) continue;
      lane.isCatchingUp = true;
      lane.probeAt = now;
      lane.retryDueAt = now;
      void claims.bringForward(lane, now).catch((error) => {
        log.warn('bringing waiting deliveries forward failed', { error: messageOf(error) });
      });
    }
    this.#wake();
  }

  /** Returns the lanes that a pass must look at; those without anything are forgotten. */
  due(): DeliveryLane[] {
    const due: DeliveryLane[] = [];
    for (const lane of this.#lanes.due(this.#deps.clock.steady()))
      if (lane.isIdle()) this.#forget(lane);
      else due.push(lane);
    return due;
  }

  /** A lane that refused stays until its next try would be due: its result may not be on disk yet. */
  #forget(lane: DeliveryLane): void {
    if (this.#mayOnlyProbe(lane) && lane.probeAt > this.#deps.clock.steady()) return;
    this.#lanes.delete(lane);
    this.#deps.refusals.forget(lane.streamId, lane.endpoint);
  }

  /**
   * Returns how many first attempts may be claimed now. While its channel is down or its address refuses, a lane tries
   * one delivery to learn the cause.
   */
  freshRoom(lane: DeliveryLane): number {
    if (!lane.hasMoreInTable || this.#deps.pauses.isPaused(lane.streamId, lane.endpoint)) return 0;
    if (this.#mayOnlyProbe(lane)) return this.#mayProbe(lane) && lane.retryDueAt === null ? 1 : 0;
    const limit = Math.min(CLAIM_FRESH, windowOf(this.#held));
    return !lane.isCatchingUp && lane.fresh <= limit / 2 ? limit : 0;
  }

  /** Returns how many retries that are due may be claimed now. */
  retryRoom(lane: DeliveryLane): number {
    if (lane.retryDueAt === null || lane.retryDueAt > this.#deps.clock.steady()) return 0;
    return this.#retriesFitting(lane);
  }

  #retriesFitting(lane: DeliveryLane): number {
    if (this.#deps.pauses.isPaused(lane.streamId, lane.endpoint)) return 0;
    if (this.#mayOnlyProbe(lane)) return this.#mayProbe(lane) ? 1 : 0;
    const allowance = Math.min(CLAIM_RETRIES, windowOf(this.#held));
    return lane.retries <= allowance / 2 ? allowance : 0;
  }

  #isDown({ channel }: DeliveryLane): boolean {
    return this.#deps.channels[channel]?.isDown?.() ?? false;
  }

  #mayOnlyProbe(lane: DeliveryLane): boolean {
    const { streamId, endpoint } = lane;
    return this.#isDown(lane) || this.#deps.refusals.pauseOf(streamId, endpoint) !== null;
  }

  #mayProbe(lane: DeliveryLane): boolean {
    return lane.fresh + lane.retries === 0 && lane.probeAt <= this.#deps.clock.steady();
  }

  /** Lets new deliveries through again once what had failed has been sent. */
  endCatchUp(lane: DeliveryLane): void {
    if (!lane.isCatchingUp || lane.retries > 0) return;
    if ((lane.retryDueAt ?? Infinity) <= this.#deps.clock.steady()) return;
    lane.isCatchingUp = false;
    if (this.freshRoom(lane) > 0) this.#wake();
  }

  /** Plans the next look at each lane. Returns in how many ms the first is due, 0 for at once. */
  untilNextLook(): number {
    const now = this.#deps.clock.steady();
    const isForNextPass = (lane: DeliveryLane) => lane.isIdle() || this.freshRoom(lane) > 0;
    const firstAt = this.#lanes.plan(isForNextPass, (lane) => this.#nextLookAt(lane, now));
    return Math.max(Math.min(firstAt - now, LOOK_MAX_MS), 0);
  }

  /** A due lane without room is checked again when one of its deliveries ends, or else after the longest pause. */
  #nextLookAt(lane: DeliveryLane, now: number): number {
    const { streamId, endpoint, retryDueAt } = lane;
    if (retryDueAt === null && !lane.hasMoreInTable) return Infinity;
    const later = now + LOOK_MAX_MS;
    if (this.#deps.pauses.isPaused(streamId, endpoint)) return later;
    if (!this.#mayOnlyProbe(lane))
      return this.#retriesFitting(lane) > 0 ? (retryDueAt ?? later) : later;
    return lane.fresh + lane.retries > 0 ? later : Math.max(retryDueAt ?? 0, lane.probeAt);
  }
}

/** Deliveries without a target keep their order until they are discarded. */
const orderOf = (target: Target | MissingTarget): LaneOrder =>
  !isGone(target) && target.isUnordered ? 'none' : 'chat';
