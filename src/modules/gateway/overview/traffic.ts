/** Counts the messages that each instance received and sent in the last minute, as their events are committed. */
import type { Database } from '../../../core/db/client.ts';
import { countEventsSince } from '../../../core/events/log/events.ts';
import type { CommittedEvent } from '../../../core/events/publish/publish.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { MESSAGE_EVENTS } from '../figures/counts.ts';
import { createSharedAnswer } from '../shared-answer.ts';

/** The minute in parts, of which the oldest is dropped whole. */
const PART_MS = 10_000;
const PARTS = 6;

type Counts = Map<string, number>;

/** Messages of the last 50 to 60 seconds by instance; those without any are left out. */
export type LastMinute = () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;

export class Traffic {
  readonly #clock: Pick<Clock, 'steady'>;
  /** Counts by instance, the current part first. */
  #parts: Counts[] = [new Map()];
  #present: number;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
    this.#present = this.#partNow();
  }

  /** Must be called with every event that is on disk. It is passed on without its object. */
  readonly committed = ({ streamId, type }: Pick<CommittedEvent, 'streamId' | 'type'>): void => {
    if (!MESSAGE_EVENTS.has(type)) return;
    const [counts] = this.#current();
    counts?.set(streamId, (counts.get(streamId) ?? 0) + 1);
  };

  readonly lastMinute = (): ReadonlyMap<string, number> => {
    const sums: Counts = new Map();
    for (const part of this.#current())
      for (const [id, count] of part) sums.set(id, (sums.get(id) ?? 0) + count);
    return sums;
  };

  #current(): readonly Counts[] {
    const now = this.#partNow();
    const passed = Math.min(now - this.#present, PARTS);
    if (passed > 0) {
      const fresh = Array.from({ length: passed }, (): Counts => new Map());
      this.#parts = [...fresh, ...this.#parts].slice(0, PARTS);
      this.#present = now;
    }
    return this.#parts;
  }

  #partNow(): number {
    return Math.floor(this.#clock.steady() / PART_MS);
  }
}

interface NodesTraffic {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Pick<Clock, 'steady'>;
  /** Returns the row of the last event before the last minute, or null if it is not known yet. */
  readonly rowAMinuteAgo: () => number | null;
}

/** Counts in the table, which has the events of all nodes, at most once a second. Rejects with a DatabaseError. */
export const trafficOfNodes = ({ db, clock, rowAMinuteAgo }: NodesTraffic): LastMinute =>
  createSharedAnswer(clock, async () => {
    const row = rowAMinuteAgo();
    return row === null ? new Map() : countEventsSince(db, row, MESSAGE_EVENTS.keys());
  });
