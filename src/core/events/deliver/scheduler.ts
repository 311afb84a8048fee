/** The loop that claims from the table what is due, and sleeps until more of it is. */
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { leaveUnhandled } from '../../shared/unhandled-faults.ts';
import type { Channel, Delivery } from '../contract/channel.ts';
import { isLaneOf } from '../contract/endpoint.ts';
import type { Claims } from './claims.ts';
import type { Deliveries } from './deliveries.ts';
import type { Lanes } from './lanes.ts';
import type { DeliveryLane } from './owned-delivery.ts';
import type { Pauses } from './pauses.ts';

interface SchedulerDeps {
  readonly clock: Pick<Clock, 'steady' | 'after'>;
  readonly log: Pick<Log, 'warn'>;
  readonly channels: Readonly<Record<string, Pick<Channel, 'whenUp'>>>;
  readonly claims: Pick<Claims, 'fresh' | 'retries'>;
  readonly deliveries: Pick<Deliveries, 'takeClaimed' | 'pause' | 'pump'>;
  readonly lanes: Lanes;
  readonly pauses: Pick<Pauses, 'listen'>;
}

const PAUSE_AFTER_FAULT_MS = 1_000;
/** The pause after a failed claim. */
const LOOK_AFTER_FAILURE_MS = 1_000;

export class Scheduler {
  readonly #deps: SchedulerDeps;
  #isRunning = false;
  #wake: () => void = () => {};

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    const { lanes, deliveries, pauses, channels } = deps;
    lanes.whenDue(() => this.#wake());
    pauses.listen({
      onPause: (streamId, named) => deliveries.pause(streamId, named),
      onResume: (streamId, named) =>
        lanes.resume((lane) => isLaneOf(lane.endpoint, named), streamId),
    });
    for (const [name, channel] of Object.entries(channels))
      channel.whenUp?.(() => lanes.resume((lane) => lane.channel === name));
  }

  start(): void {
    this.#isRunning = true;
    void this.#loop();
  }

  stop(): void {
    this.#isRunning = false;
    this.#wake();
  }

  /** Claims and starts what is due. Returns the ms until the next pass, 0 for at once. */
  async tick(): Promise<number> {
    const { lanes, deliveries } = this.#deps;
    const went = await Promise.all(lanes.due().flatMap((lane) => this.#claim(lane)));
    deliveries.pump();
    return went.includes(false) ? LOOK_AFTER_FAILURE_MS : lanes.untilNextLook();
  }

  /** Claims everything of a lane that is due and fits. Each result is false if the claim has failed. */
  #claim(lane: DeliveryLane): Promise<boolean>[] {
    const { claims, lanes, clock } = this.#deps;
    const fresh = lanes.freshRoom(lane);
    const retries = lanes.retryRoom(lane);
    const running: Promise<boolean>[] = [];
    if (fresh > 0) running.push(this.#take(lane, claims.fresh(lane, fresh)));
    if (retries > 0) {
      const claim = claims.retries(lane, retries, clock.steady());
      running.push(this.#take(lane, claim));
    }
    return running;
  }

  async #take(asked: DeliveryLane, claim: Promise<Delivery[]>): Promise<boolean> {
    const { returnsVersion } = asked;
    const { lanes, deliveries, log } = this.#deps;
    try {
      const claimed = await claim;
      const mustFollow = asked.returnsVersion !== returnsVersion;
      const lane = lanes.of(asked.streamId, asked.endpoint);
      deliveries.takeClaimed(lane, claimed, mustFollow);
      lanes.endCatchUp(lane);
      return true;
    } catch (error) {
      log.warn('claiming waiting deliveries failed', { error: messageOf(error) });
      return false;
    }
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
