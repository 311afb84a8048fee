/**
 * Keeps the lanes whose queue or subject refuses everything although its broker is up. Each of them tries one
 * delivery at a time, at growing intervals. Its other deliveries wait in the table, so they cost other lanes nothing.
 */
import { type Clock, iso } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { onceAMinute } from '../../shared/once-a-minute.ts';
import type { Delivery, Outcome } from '../contract/channel.ts';
import { channelOf } from '../contract/endpoint.ts';

/** Why a lane waits. */
export interface Refusal {
  readonly streamId: string;
  readonly endpoint: string;
  /** The masked address that refuses. */
  readonly maskedAddress: string;
  /** Begins with a stable word, as an outcome's `error` does. */
  readonly reason: string;
  /** When it first refused, in ms since 1970. */
  readonly since: number;
}

/** The latest refusal by a queue or subject of a broker. */
export interface LastRefusal {
  /** Ms since 1970. */
  readonly at: number;
  /** Begins with a stable word, as an outcome's `error` does. */
  readonly error: string;
}

interface RefusedLane extends Refusal {
  /** The pause before the next try. */
  readonly delayMs: number;
  /** The delivery that may be tried nevertheless. */
  probeId: string | null;
}

/** Whether a lane begins to wait, so that what it has in memory must return to the table, or has waited long enough. */
export type LaneWait = 'begins' | 'ends' | null;

/** The pause after the first refusal, and the longest; each is twice the one before. */
const PROBE_FIRST_MS = 1_000;
const PROBE_MAX_MS = 60_000;

export class Refusals {
  readonly #clock: Pick<Clock, 'now' | 'steady'>;
  readonly #log: Pick<Log, 'warn'>;
  readonly #lanes = new Map<string, RefusedLane>();
  /** Keyed by channel. */
  readonly #last = new Map<string, LastRefusal>();
  readonly #mayReport: () => boolean;

  constructor(clock: Pick<Clock, 'now' | 'steady'>, log: Pick<Log, 'warn'>) {
    this.#clock = clock;
    this.#log = log;
    this.#mayReport = onceAMinute(clock);
  }

  /** Returns the lanes that wait, the one that has waited longest first. */
  all(): Iterable<Refusal> {
    return this.#lanes.values();
  }

  /** Returns the latest refusal of each channel since the start, also after it takes everything again. */
  last(): ReadonlyMap<string, LastRefusal> {
    return this.#last;
  }

  /** Returns the ms between two tries of a lane that waits, or null for any other lane. */
  pauseOf(streamId: string, endpoint: string): number | null {
    if (this.#lanes.size === 0) return null;
    return this.#lanes.get(keyOf(streamId, endpoint))?.delayMs ?? null;
  }

  /** Lets one delivery of a lane that waits be tried. */
  probe({ id, streamId, endpoint }: Delivery): void {
    if (this.#lanes.size === 0) return;
    const lane = this.#lanes.get(keyOf(streamId, endpoint));
    if (lane !== undefined) lane.probeId = id;
  }

  /** Returns whether a delivery must wait in the table. */
  holds({ id, streamId, endpoint }: Delivery): boolean {
    if (this.#lanes.size === 0) return false;
    const lane = this.#lanes.get(keyOf(streamId, endpoint));
    return lane !== undefined && lane.probeId !== id;
  }

  /** Must be called with the outcome of each attempt, before the delivery leaves memory. */
  after(
    { id, streamId, endpoint, type }: Delivery,
    outcome: Outcome,
    maskedAddress: string,
  ): LaneWait {
    if (outcome.kind === 'delivered')
      return this.#lanes.size > 0 && this.#forgetProbe(keyOf(streamId, endpoint), id)
        ? 'ends'
        : null;
    if (outcome.refusedBy !== 'address') return null;
    const key = keyOf(streamId, endpoint);
    const known = this.#lanes.get(key);
    // An attempt that was running when the lane began to wait does not count as a probe.
    if (known !== undefined && known.probeId !== id) return null;
    const now = this.#clock.now();
    const lane = {
      streamId,
      endpoint,
      maskedAddress: maskedAddress.replace('{event}', type.toLowerCase()),
      reason: outcome.error,
      since: known?.since ?? now,
      delayMs: Math.min(known ? known.delayMs * 2 : PROBE_FIRST_MS, PROBE_MAX_MS),
      probeId: null,
    };
    this.#lanes.set(key, lane);
    this.#last.set(channelOf(endpoint), { at: now, error: lane.reason });
    this.#report(lane);
    return known === undefined ? 'begins' : null;
  }

  #report({ streamId, endpoint, maskedAddress, reason, since }: Refusal): void {
    if (!this.#mayReport()) return;
    const lane = { instanceId: streamId, destination: endpoint, target: maskedAddress };
    this.#log.warn('a queue or subject refuses its events, and they wait', {
      ...lane,
      reason,
      since: iso(since),
      instances: this.#lanes.size,
    });
  }

  /** Forgets a lane of which nothing waits any more. */
  forget(streamId: string, endpoint: string): void {
    if (this.#lanes.size > 0) this.#lanes.delete(keyOf(streamId, endpoint));
  }

  /** Returns whether the lane waited for this delivery alone: its address takes something again. */
  #forgetProbe(key: string, deliveryId: string): boolean {
    return this.#lanes.get(key)?.probeId === deliveryId && this.#lanes.delete(key);
  }
}

const keyOf = (streamId: string, endpoint: string): string => `${streamId} ${endpoint}`;
