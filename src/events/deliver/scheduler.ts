/** The loop that moves deliveries from the table to their receivers: it claims, sends and sleeps. */
import { type Clock, iso } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { onceAMinute } from '../../shared/once-a-minute.ts';
import { leaveUnhandled } from '../../shared/unhandled-faults.ts';
import type { Delivery, WaitingLane } from '../contract/delivery.ts';
import { channelOf, isLaneOf } from '../contract/endpoint.ts';
import { isGone } from '../contract/routing.ts';
import type { DeliveryHandoff } from '../publish/publish.ts';
import { Lanes } from './lanes.ts';
import type { Claims, Leases } from './leases.ts';
import { Refusals } from './refusals.ts';
import { Sender, type SenderDeps } from './sender.ts';

interface SchedulerDeps extends Omit<SenderDeps, 'refusals'> {
  readonly clock: Clock;
  readonly log: Log;
  readonly claims: Claims;
  readonly leases: Leases;
  /** Called when the table has a lease that memory no longer has: both must be reconciled. */
  readonly reconcile: () => void;
}

const PAUSE_AFTER_FAULT_MS = 1_000;

export class Scheduler implements DeliveryHandoff {
  readonly refusals: Refusals;
  readonly #deps: SchedulerDeps;
  readonly #lanes: Lanes;
  readonly #sender: Sender;
  #isRunning = false;
  #wake: () => void = () => {};

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    const mayReport = onceAMinute(deps.clock);
    this.refusals = new Refusals({
      clock: deps.clock,
      report: ({ streamId, endpoint, shown, reason, since }, waitingLanes) => {
        if (!mayReport()) return;
        const lane = { instanceId: streamId, destination: endpoint, target: shown };
        deps.log.warn('a queue or subject refuses its events, and they wait', {
          ...{ ...lane, reason, since: iso(since), instances: waitingLanes },
        });
      },
      refused: ({ streamId, endpoint }) => this.#lanes.pause(streamId, endpoint),
      accepted: ({ streamId, endpoint }) =>
        this.#lanes.resumed((lane) => lane.endpoint === endpoint, streamId),
    });
    const { refusals } = this;
    this.#sender = new Sender(
      { ...deps, refusals },
      {
        released: (delivery) => this.#lanes.release(delivery),
        ended: (delivery) => deps.leases.end(delivery),
        returned: (delivery) => this.#lanes.returned(delivery),
        leftInTable: deps.reconcile,
        toRetry: (delivery, at) => this.expectRetry(delivery.streamId, delivery.endpoint, at),
      },
    );
    this.#lanes = new Lanes({
      clock: deps.clock,
      log: deps.log,
      claims: deps.claims,
      holderOf: (streamId) => deps.ownership.grantToSend(streamId)?.holder ?? null,
      isDown: (endpoint) => deps.channels[channelOf(endpoint)]?.isDown?.() ?? false,
      refusals,
      isPaused: (streamId, lane) => deps.isHeld(lane) || deps.health.isDisabled(streamId, lane),
      giveBack: (delivery) => this.#sender.giveBack(delivery),
      orderOf(streamId, endpoint) {
        const target = deps.destinations.target(streamId, endpoint);
        return !isGone(target) && target.isUnordered ? 'none' : 'chat';
      },
      ready: (delivery) => this.#sender.ready(delivery),
      lost: (delivery) => deps.leases.end(delivery),
      wake: () => this.#wake(),
    });
    deps.ownership.whenCertain(() => this.#sender.pump());
    for (const [name, channel] of Object.entries(deps.channels)) {
      channel.whenUp?.(() => this.#lanes.resumed(({ endpoint }) => channelOf(endpoint) === name));
    }
  }

  get inFlight(): number {
    return this.#sender.inFlight;
  }

  start(): void {
    this.#isRunning = true;
    void this.#loop();
  }

  /** Claims and starts what is due. Returns the ms until the next pass. */
  async tick(): Promise<number> {
    const waitMs = await this.#lanes.claimDue();
    this.#sender.pump();
    return waitMs;
  }

  /** Stops. Afterwards no attempt runs; what was in memory is still leased and must be released in the table. */
  async stop(graceMs: number): Promise<void> {
    this.#isRunning = false;
    this.#wake();
    await this.#sender.stop(graceMs);
    await this.#deps.commits.flush();
  }

  admits(streamId: string, endpoint: string): boolean {
    return this.#isRunning && this.#lanes.admits(streamId, endpoint);
  }

  accept(delivery: Delivery): void {
    this.#deps.leases.begin(delivery);
    this.#lanes.hold(delivery);
    this.#sender.pump();
  }

  overflowed(streamId: string, endpoint: string): void {
    this.#lanes.overflowed(streamId, endpoint);
  }

  expectRetry(streamId: string, endpoint: string, at: number): void {
    this.#lanes.expectRetry(streamId, endpoint, at);
  }

  /** Takes over a lane that has waiting deliveries in the table. */
  found({ streamId, endpoint, retryDueAt }: WaitingLane): void {
    if (retryDueAt === null) this.overflowed(streamId, endpoint);
    else this.expectRetry(streamId, endpoint, retryDueAt);
  }

  /** Must be called when an endpoint was disabled, or one lane paused: what waits in memory goes back to the table. */
  pause(streamId: string, endpoint: string): void {
    this.#lanes.pause(streamId, endpoint);
  }

  /** Must be called when an endpoint is no longer disabled, or a lane no longer paused. */
  resume(streamId: string, named: string): void {
    this.#lanes.resumed((lane) => isLaneOf(lane.endpoint, named), streamId);
  }

  retarget(streamId: string, endpoint: string): Promise<void> {
    return this.#sender.retarget(streamId, endpoint);
  }

  /** Resolves when no attempt of the stream runs and their results are on disk, if the database takes writes. */
  async attemptsEnded(streamId: string): Promise<void> {
    await this.#sender.attemptsEnded(streamId);
    // An empty write ends after the results before it; the whole queue may never be empty.
    await this.#deps.commits.write([]).catch(() => {});
  }

  async #loop(): Promise<void> {
    while (this.#isRunning) {
      const sleep = Promise.withResolvers<void>();
      this.#wake = sleep.resolve;
      const waitMs = await this.tick().catch((error) => {
        // Deliveries of all tenants depend on this loop.
        leaveUnhandled(error);
        return PAUSE_AFTER_FAULT_MS;
      });
      if (waitMs === 0) continue;
      const cancel = this.#deps.clock.after(waitMs, sleep.resolve);
      await sleep.promise;
      cancel();
    }
  }
}
