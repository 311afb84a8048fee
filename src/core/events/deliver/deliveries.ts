/**
 * The deliveries that this process owns, from the commit that leased them until their results are on disk. This class
 * alone moves them from state to state; `docs/engine.md` draws that.
 */
import type { Statement } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { onceAMinute } from '../../shared/once-a-minute.ts';
import { leaveUnhandled } from '../../shared/unhandled-faults.ts';
import type { Delivery, DeliveryHandoff, Outcome, Target } from '../contract/channel.ts';
import { isLaneOf } from '../contract/endpoint.ts';
import { type Destinations, isGone, targetNow, UNREADABLE } from '../contract/routing.ts';
import type { GroupCommit } from '../publish/group-commit.ts';
import type { Ownership } from '../publish/ownership.ts';
import {
  type AttemptDeps,
  type AttemptStart,
  answerOf,
  attempt,
  attemptStatements,
  discardStatements,
  ResultWrite,
  resultOf,
  waitStatements,
} from './attempt.ts';
import type { EndpointHealth } from './health.ts';
import type { Lanes } from './lanes.ts';
import type { Leases } from './leases.ts';
import type { Observer } from './observer.ts';
import { type DeliveryLane, OwnedDelivery } from './owned-delivery.ts';
import { ReadyQueue, type ReadyQueueOptions } from './ready-queue.ts';
import type { Reconciler } from './reconciler.ts';
import type { Refusals } from './refusals.ts';
import type { RetryRules } from './retry-policy.ts';
import { RunningAttempts } from './running-attempts.ts';

/** How long a delivery waits that could not be sent for a cause on this side. */
const POSTPONED_MS = 1_000;
/** How many results may be unwritten before sending pauses; it bounds what is sent again after a crash. */
const UNRECORDED_MAX = 4_096;

export interface DeliveriesDeps extends AttemptDeps, ReadyQueueOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly commits: Pick<GroupCommit, 'submit' | 'write' | 'flush'>;
  readonly destinations: Destinations;
  readonly observer: Pick<Observer, 'onAttempt' | 'onDrop'>;
  readonly rules: RetryRules;
  readonly ownership: Pick<Ownership, 'isCertain' | 'grantOf' | 'grantToSend' | 'whenCertain'>;
  readonly health: Pick<EndpointHealth, 'after' | 'settle'>;
  readonly lanes: Lanes;
  readonly leases: Pick<Leases, 'begin' | 'end'>;
  readonly refusals: Pick<Refusals, 'probe' | 'after'>;
  readonly reconciler: Pick<Reconciler, 'reconcile' | 'hasFound'>;
  /** Returns a number in [0, 1), which spreads retries. */
  readonly random: () => number;
}

export class Deliveries implements DeliveryHandoff {
  readonly #deps: DeliveriesDeps;
  readonly #queue: ReadyQueue;
  readonly #attempts = new RunningAttempts();
  /** A timer runs for them unless it is empty. */
  #postponed: OwnedDelivery[] = [];
  readonly #mayReport: () => boolean;
  #unrecorded = 0;
  #isRunning = false;

  constructor(deps: DeliveriesDeps) {
    this.#deps = deps;
    this.#queue = new ReadyQueue(deps);
    this.#mayReport = onceAMinute(deps.clock);
    deps.lanes.whenLost((owned) => this.#endLease(owned));
    deps.ownership.whenCertain(() => this.pump());
  }

  /** The number of attempts that are under way. */
  get inFlight(): number {
    return this.#attempts.count;
  }

  /** Nothing is taken or sent before. */
  start(): void {
    this.#isRunning = true;
  }

  maySkipTable(streamId: string, endpoint: string): boolean {
    if (!this.#isRunning || !this.#deps.reconciler.hasFound(streamId)) return false;
    return this.#deps.lanes.maySkipTable(streamId, endpoint);
  }

  recordOverflow(streamId: string, endpoint: string): void {
    this.#deps.lanes.recordOverflow(streamId, endpoint);
  }

  /** Takes a delivery that skipped the table, leased by its commit; `target` is that of its publish. */
  accept(delivery: Delivery, target: Target): void {
    const { leases, lanes } = this.#deps;
    leases.begin(delivery);
    const lane = lanes.of(delivery.streamId, delivery.endpoint);
    this.#place(new OwnedDelivery(delivery, lane, target), lane.hasMoreInTable && lane.hasReturned);
  }

  /** Takes what was claimed for a lane, in order. `mustFollow`: earlier ones have returned to the table since. */
  takeClaimed(lane: DeliveryLane, deliveries: readonly Delivery[], mustFollow: boolean): void {
    const { destinations, refusals } = this.#deps;
    const [first] = deliveries;
    if (first !== undefined && lane.fresh + lane.retries === 0) refusals.probe(first);
    const target = targetNow(destinations, lane);
    for (const one of deliveries) this.#place(new OwnedDelivery(one, lane, target), mustFollow);
  }

  #place(owned: OwnedDelivery, mustFollow: boolean): void {
    const place = this.#deps.lanes.place(owned, mustFollow);
    if (place === 'ready') this.#ready(owned);
    else if (place === 'held') owned.become('held');
    else if (place === 'returned') this.#writeReturn(owned);
    else this.#endLease(owned);
  }

  #ready(owned: OwnedDelivery): void {
    owned.become('ready');
    this.#queue.enqueue(owned, owned.target);
  }

  /** Starts as many attempts as the limits allow, or none while it is uncertain which streams this process owns. */
  pump(): void {
    const { ownership } = this.#deps;
    while (this.#isRunning && ownership.isCertain && this.#unrecorded <= UNRECORDED_MAX) {
      const next = this.#queue.next();
      if (next === null) return;
      const target = this.#currentTarget(next);
      if (target !== null) void this.#send(next, target);
    }
  }

  /** Returns the target now, or null if what has changed since the delivery was claimed keeps it from being sent. */
  #currentTarget(owned: OwnedDelivery): Target | null {
    const { streamId, holder } = owned.delivery;
    const { destinations, ownership, lanes } = this.#deps;
    const target = targetNow(destinations, owned.delivery);
    const isOurs = ownership.grantToSend(streamId)?.holder === holder;
    const goes = isOurs && !isGone(target) && !lanes.isPaused(owned);
    if (goes && this.#queue.matches(owned, target)) return target;
    this.#queue.release(owned);
    // It has another host or size by now.
    if (goes) this.#queue.enqueue(owned, target);
    else if (!isOurs) this.#lose(owned);
    else if (target === UNREADABLE) this.#postpone(owned, UNREADABLE.gone);
    else if (isGone(target)) this.#discard(owned, target.gone, true);
    else this.#return(owned);
    return null;
  }

  async #send(owned: OwnedDelivery, target: Target): Promise<void> {
    const { clock } = this.#deps;
    owned.become('sending');
    const running = this.#attempts.begin(owned.delivery, target);
    const at = { startedAt: clock.now(), from: clock.steady() };
    const end = await attempt(this.#deps, owned.delivery, target, running.signal);
    this.#attempts.end(running);
    this.#queue.release(owned, answerOf(end));
    try {
      // It was broken off. At a stop it stays leased: everything is released in the table afterwards.
      if (running.signal.aborted) {
        if (this.#isRunning) this.#ready(owned);
      } else if (end.kind === 'missing') this.#discard(owned, end.reason, end.isWithdrawn);
      else if (end.kind === 'unsent') this.#postpone(owned, end.reason);
      else this.#settle(owned, target, end, at);
    } catch (error) {
      leaveUnhandled(error);
      if (owned.state === 'sending') this.#postpone(owned, `internal_error: ${messageOf(error)}`);
    }
    running.ended?.resolve();
    this.pump();
  }

  /** Keeps the delivery in its place without counting an attempt, and continues with it after a pause. */
  #postpone(owned: OwnedDelivery, reason: string): void {
    owned.become('postponed');
    this.#postponed.push(owned);
    if (this.#mayReport())
      this.#deps.log.warn('deliveries could not be sent and will be tried again', { reason });
    if (this.#postponed.length > 1) return;
    this.#deps.clock.after(POSTPONED_MS, () => {
      for (const waiting of this.#postponed.splice(0)) this.#ready(waiting);
      this.pump();
    });
  }

  #settle(owned: OwnedDelivery, target: Target, outcome: Outcome, at: AttemptStart): void {
    const { clock, rules, random, observer, health, lanes, refusals } = this.#deps;
    const { delivery } = owned;
    const { streamId, endpoint } = delivery;
    const refused = refusals.after(delivery, outcome, target.maskedAddress);
    const made = { ...at, endedAt: clock.steady(), outcome };
    const attempted = resultOf(delivery, target, made, rules, random());
    const { decision } = attempted;
    // The health comes first, because the other statements end the lease that it depends on.
    const changed = health.after(attempted, target);
    owned.become('settled');
    this.#record(delivery, [...changed, ...attemptStatements(attempted)], (isOnDisk) => {
      if (isOnDisk && decision.state === 'waiting')
        lanes.expectRetry(streamId, endpoint, decision.nextAttemptAt);
      if (isOnDisk) observer.onAttempt(attempted);
      if (changed.length > 0) health.settle(streamId, endpoint);
    });
    if (refused === 'begins') this.pause(streamId, endpoint);
    if (refused === 'ends') lanes.resume((lane) => lane.endpoint === endpoint, streamId);
    this.#leave(owned);
  }

  #discard(owned: OwnedDelivery, reason: string, isWithdrawn: boolean): void {
    const { clock, observer } = this.#deps;
    const { delivery } = owned;
    owned.become('settled');
    const statements = discardStatements({ delivery, reason, at: clock.now() });
    this.#record(delivery, statements, (isOnDisk) => {
      if (isOnDisk) observer.onDrop(delivery, reason, isWithdrawn);
    });
    this.#leave(owned);
  }

  #return(owned: OwnedDelivery): void {
    this.#deps.lanes.recordReturn(owned);
    this.#writeReturn(owned);
    this.#leave(owned);
  }

  /** Makes a delivery, which is in no lane any more, wait in the table again, uncounted. */
  #writeReturn(owned: OwnedDelivery): void {
    owned.become('returned');
    this.#record(owned.delivery, waitStatements(owned.delivery, this.#deps.clock.steady()));
  }

  #lose(owned: OwnedDelivery): void {
    this.#endLease(owned);
    this.#leave(owned);
  }

  /** Ends the lease only in memory: the process that has the stream or its new lease claims the delivery again. */
  #endLease(owned: OwnedDelivery): void {
    owned.become('lost');
    this.#deps.leases.end(owned.delivery);
  }

  /** Those that waited for it may start. */
  #leave(owned: OwnedDelivery): void {
    for (const next of this.#deps.lanes.remove(owned)) this.#ready(next);
  }

  /** Writes the end of a lease. If it cannot be written, the delivery is sent again once the table is reconciled. */
  #record(delivery: Delivery, statements: Statement[], settled?: (isOnDisk: boolean) => void) {
    const { commits, leases, log, reconciler } = this.#deps;
    this.#unrecorded++;
    const write = new ResultWrite(statements, (failure) => {
      this.#unrecorded--;
      if (this.#unrecorded === UNRECORDED_MAX) this.pump();
      leases.end(delivery);
      settled?.(failure === null);
      if (failure === null) return;
      void reconciler.reconcile();
      if (!this.#mayReport()) return;
      const facts = { deliveryId: delivery.id, error: messageOf(failure.error) };
      log.error('the result of an attempt could not be written', facts);
    });
    commits.submit(write);
  }

  /** Returns the waiting deliveries of an endpoint's lanes, or of one lane, to the table. Running attempts continue. */
  pause(streamId: string, named: string): void {
    for (const owned of this.#deps.lanes.dropWaiting(streamId, named)) this.#writeReturn(owned);
  }

  /** Breaks off attempts to an address that the endpoint no longer has. Resolves when none is left. */
  async retarget(streamId: string, endpoint: string): Promise<void> {
    const now = this.#deps.destinations.target(streamId, endpoint);
    await this.#attempts.breakOff(
      ({ delivery, target }) =>
        delivery.streamId === streamId &&
        isLaneOf(delivery.endpoint, endpoint) &&
        (isGone(now) || now.address !== target.address),
    );
  }

  /** Resolves when no attempt of the stream runs and their results are on disk, if the database takes writes. */
  async attemptsEnded(streamId: string): Promise<void> {
    await this.#attempts.whenEnded(({ delivery }) => delivery.streamId === streamId);
    // An empty write ends after the results before it; the whole queue may never be empty.
    await this.#deps.commits.write([]).catch(() => {});
  }

  /** Afterwards no attempt runs; what was in memory is still leased and must be released in the table. */
  async stop(graceMs: number): Promise<void> {
    this.#isRunning = false;
    await this.#attempts.stop(graceMs, this.#deps.clock);
    await this.#deps.commits.flush();
  }
}
