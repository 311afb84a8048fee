/** Starts attempts within the limits, and queues their results for the next commit. */
import type { Statement } from '../../db/client.ts';
import { Cancellation } from '../../shared/async/cancellation.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { onceAMinute } from '../../shared/once-a-minute.ts';
import { leaveUnhandled } from '../../shared/unhandled-faults.ts';
import type { Outcome, Target } from '../contract/channel.ts';
import type { Delivery } from '../contract/delivery.ts';
import { isLaneOf } from '../contract/endpoint.ts';
import { type Destinations, isGone } from '../contract/routing.ts';
import type { GroupCommit } from '../publish/group-commit.ts';
import type { Ownership } from '../publish/ownership.ts';
import { Admission, type AdmissionOptions, type AdmittedDelivery } from './admission.ts';
import {
  type AttemptDeps,
  type AttemptResult,
  answerOf,
  attempt,
  attemptStatements,
  discardStatements,
  ResultWrite,
  waitStatements,
} from './attempt.ts';
import type { EndpointHealth } from './health.ts';
import type { Observer } from './observer.ts';
import type { Refusals } from './refusals.ts';
import { decideRetry, type RetryRules, retryOf } from './retry-policy.ts';
import type { SenderHooks } from './sender-hooks.ts';

/** How long a delivery waits that could not be sent for a cause on this side. */
const UNSENT_PAUSE_MS = 1_000;
/** How many results may be unwritten before sending pauses; it bounds what is sent again after a crash. */
const UNRECORDED_MAX = 4_096;

export interface SenderDeps extends AttemptDeps, AdmissionOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly commits: GroupCommit;
  readonly destinations: Destinations;
  readonly observer: Observer;
  readonly rules: RetryRules;
  readonly ownership: Ownership;
  readonly health: Pick<EndpointHealth, 'isDisabled' | 'after' | 'settled'>;
  readonly refusals: Pick<Refusals, 'holds' | 'after'>;
  /** Returns whether a lane is that of a replay of which nothing may be sent now. */
  readonly isHeld: (lane: string) => boolean;
  /** Returns a number in [0, 1), which spreads retries. */
  readonly random: () => number;
}

interface RunningAttempt {
  readonly delivery: Delivery;
  readonly target: Target;
  readonly signal: Cancellation;
  /** Whether it was aborted because its target changed; the delivery then starts again. */
  isRetargeted: boolean;
  /** Created when something waits for its end. */
  ended: PromiseWithResolvers<void> | null;
}

export class Sender {
  readonly #deps: SenderDeps;
  readonly #hooks: SenderHooks;
  readonly #admission: Admission;
  readonly #running = new Set<RunningAttempt>();
  /** Deliveries that could not be sent for a cause on this side; a timer runs for them unless it is empty. */
  #unsent: Delivery[] = [];
  readonly #mayReport: () => boolean;
  #unrecorded = 0;
  #isStopped = false;

  constructor(deps: SenderDeps, hooks: SenderHooks) {
    this.#deps = deps;
    this.#hooks = hooks;
    this.#admission = new Admission(deps);
    this.#mayReport = onceAMinute(deps.clock);
  }

  get inFlight(): number {
    return this.#running.size;
  }

  /** Queues a leased delivery that may start as far as order is concerned. */
  ready(delivery: Delivery): void {
    const target = this.#deps.destinations.target(delivery.streamId, delivery.endpoint);
    this.#admission.enqueue(delivery, target);
  }

  /** Starts as many attempts as the limits allow, or none while it is uncertain which streams this process owns. */
  pump(): void {
    const { ownership } = this.#deps;
    while (!this.#isStopped && ownership.isCertain && this.#unrecorded <= UNRECORDED_MAX) {
      const next = this.#admission.next();
      if (next === null) return;
      this.#begin(next);
    }
  }

  /** Aborts attempts to an address that the endpoint no longer has. Resolves when none is left. */
  async retarget(streamId: string, endpoint: string): Promise<void> {
    const now = this.#deps.destinations.target(streamId, endpoint);
    const stale = [...this.#running].filter(
      ({ delivery, target }) =>
        delivery.streamId === streamId &&
        isLaneOf(delivery.endpoint, endpoint) &&
        (isGone(now) || now.address !== target.address),
    );
    for (const running of stale) {
      running.isRetargeted = true;
      running.signal.abort();
    }
    await Promise.all(stale.map(whenEnded));
  }

  /** Resolves when the stream's attempts that run now have ended. */
  async attemptsEnded(streamId: string): Promise<void> {
    const its = [...this.#running].filter(({ delivery }) => delivery.streamId === streamId);
    await Promise.all(its.map(whenEnded));
  }

  /** Starts nothing more and waits up to `graceMs` for running attempts; the others are aborted and stay leased. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    const all = Promise.all([...this.#running].map(whenEnded));
    const grace = Promise.withResolvers<void>();
    const cancel = this.#deps.clock.after(graceMs, grace.resolve);
    await Promise.race([all, grace.promise]);
    cancel();
    for (const running of this.#running) running.signal.abort();
    await all;
  }

  #begin(admitted: AdmittedDelivery): void {
    const { delivery } = admitted;
    const { streamId, endpoint } = delivery;
    const target = this.#deps.destinations.target(streamId, endpoint);
    if (this.#deps.ownership.grantToSend(streamId)?.holder !== delivery.holder) {
      this.#admission.release(admitted);
      this.#lose(delivery);
    } else if (isGone(target)) {
      this.#admission.release(admitted);
      this.#discard(delivery, target.gone, true);
    } else if (this.#isPaused(delivery)) {
      this.#admission.release(admitted);
      this.#hooks.returned(delivery);
      this.#hooks.released(delivery);
    } else if (!this.#admission.matches(admitted, target)) {
      this.#admission.release(admitted);
      this.#admission.enqueue(delivery, target);
    } else {
      void this.#run(admitted, target);
    }
  }

  #isPaused(delivery: Delivery): boolean {
    const { isHeld, health, refusals } = this.#deps;
    const { streamId, endpoint } = delivery;
    return isHeld(endpoint) || health.isDisabled(streamId, endpoint) || refusals.holds(delivery);
  }

  async #run(admitted: AdmittedDelivery, target: Target): Promise<void> {
    const { delivery } = admitted;
    const { clock } = this.#deps;
    const signal = new Cancellation();
    const running: RunningAttempt = { delivery, target, signal, isRetargeted: false, ended: null };
    this.#running.add(running);
    const startedAt = clock.now();
    const from = clock.steady();
    const end = await attempt(this.#deps, delivery, target, signal);
    this.#running.delete(running);
    this.#admission.release(admitted, answerOf(end));
    try {
      if (running.isRetargeted) this.ready(delivery);
      else if (end.kind === 'missing') this.#discard(delivery, end.reason, end.isWithdrawn);
      else if (end.kind === 'unsent') this.#postpone(delivery, end.reason);
      else if (!(this.#isStopped && running.signal.aborted))
        this.#settle(delivery, target, end, { startedAt, from });
    } catch (error) {
      leaveUnhandled(error);
      this.#postpone(delivery, `internal_error: ${messageOf(error)}`);
    }
    running.ended?.resolve();
    this.pump();
  }

  #settle(
    delivery: Delivery,
    target: Target,
    outcome: Outcome,
    { startedAt, from }: { readonly startedAt: number; readonly from: number },
  ): void {
    const { clock, rules, random, observer, health } = this.#deps;
    this.#deps.refusals.after(delivery, outcome, target.shown);
    const endedAt = clock.steady();
    const number = delivery.attemptCount + 1;
    const tried = { attempt: number - delivery.roundFrom, endedAt };
    const attempted: AttemptResult = {
      ...{ delivery, number, startedAt, durationMs: endedAt - from, outcome },
      decision: decideRetry(outcome, tried, retryOf(target, rules), random()),
      shown: target.shown,
    };
    const { decision } = attempted;
    // The health comes first, because the other statements end the lease that it depends on.
    const changed = health.after(attempted, target);
    this.#write(delivery, [...changed, ...attemptStatements(attempted)], (isOnDisk) => {
      if (isOnDisk && decision.state === 'waiting')
        this.#hooks.toRetry(delivery, decision.nextAttemptAt);
      if (isOnDisk) observer.attempted(attempted);
      if (changed.length > 0) health.settled(delivery.streamId, delivery.endpoint);
    });
    this.#hooks.released(delivery);
  }

  /** Makes a delivery wait in the table again, uncounted. */
  giveBack(delivery: Delivery): void {
    this.#write(delivery, waitStatements(delivery, this.#deps.clock.steady()));
  }

  /** Keeps the delivery in its place without counting an attempt, and continues with it after a pause. */
  #postpone(delivery: Delivery, reason: string): void {
    this.#unsent.push(delivery);
    if (this.#mayReport())
      this.#deps.log.warn('deliveries could not be sent and will be tried again', { reason });
    if (this.#unsent.length > 1) return;
    this.#deps.clock.after(UNSENT_PAUSE_MS, () => {
      for (const waiting of this.#unsent.splice(0)) this.ready(waiting);
      this.pump();
    });
  }

  /** Drops a delivery whose stream has another owner or a new lease; whoever claims it next sends it. */
  #lose(delivery: Delivery): void {
    this.#hooks.ended(delivery);
    this.#hooks.released(delivery);
  }

  #discard(delivery: Delivery, reason: string, isWithdrawn: boolean): void {
    const { clock, observer } = this.#deps;
    const discarded = { delivery, reason, at: clock.now() };
    this.#write(delivery, discardStatements(discarded), (isOnDisk) => {
      if (isOnDisk) observer.dropped(delivery, reason, isWithdrawn);
    });
    this.#hooks.released(delivery);
  }

  /** Writes the end of a lease. If it cannot be written, the delivery is sent again once the table is reconciled. */
  #write(delivery: Delivery, statements: Statement[], settled?: (isOnDisk: boolean) => void) {
    this.#unrecorded++;
    const write = new ResultWrite(statements, (failure) => {
      this.#unrecorded--;
      if (this.#unrecorded === UNRECORDED_MAX) this.pump();
      this.#hooks.ended(delivery);
      settled?.(failure === null);
      if (failure === null) return;
      this.#hooks.leftInTable();
      if (!this.#mayReport()) return;
      const facts = { deliveryId: delivery.id, error: messageOf(failure.error) };
      this.#deps.log.error('the result of an attempt could not be written', facts);
    });
    this.#deps.commits.submit(write);
  }
}

const whenEnded = (running: RunningAttempt): Promise<void> => {
  running.ended ??= Promise.withResolvers();
  return running.ended.promise;
};
