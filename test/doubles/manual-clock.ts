/** A clock that stands still until the test moves it; timers fire in due order while it moves. */
import type { Clock } from '../../src/core/shared/clock.ts';

export interface ManualClock extends Clock {
  /** Moves both notions of now by `ms`, firing timers on the way and letting their promises settle. */
  advance(ms: number): Promise<void>;
  /** Moves wall time alone, as an NTP step or an operator does. */
  jump(ms: number): void;
  /** Timers not yet fired or cancelled. */
  pending(): number;
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export function manualClock(start = Date.UTC(2026, 0, 5, 10)): ManualClock {
  let steady = start;
  let offset = 0;
  let nextId = 0;
  const timers = new Map<number, { at: number; run: () => void }>();

  const earliest = (until: number) => {
    let found: [number, { at: number; run: () => void }] | undefined;
    for (const entry of timers) {
      if (entry[1].at <= until && (!found || entry[1].at < found[1].at)) found = entry;
    }
    return found;
  };

  return {
    now: () => steady + offset,
    steady: () => steady,
    after(ms, run) {
      const id = nextId++;
      timers.set(id, { at: steady + Math.max(0, ms), run });
      return () => timers.delete(id);
    },
    async advance(ms) {
      const until = steady + ms;
      for (let due = earliest(until); due; due = earliest(until)) {
        steady = due[1].at;
        timers.delete(due[0]);
        due[1].run();
        await settle();
      }
      steady = until;
      await settle();
    },
    jump(ms) {
      offset += ms;
    },
    pending: () => timers.size,
  };
}
