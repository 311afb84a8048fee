import { yieldToEventLoop } from '../clock.ts';

/** Runs one piece of work at a time, in the order of the calls. The queue has no bound of its own: callers limit it. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs `work` once all earlier work has ended or failed, and settles as it does. Work that calls `run` of the same
   * mutex and awaits it never ends.
   */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    const ended = () => {};
    this.#last = result.then(ended, ended);
    return result;
  }

  /** Resolves when all work so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

/** Runs work with the same key one after the other, in the order of the calls. */
export interface KeyedMutex {
  /** Runs `work` once all earlier work with `key` has ended or failed. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, turn);
      const leave = () => {
        if (last.get(key) === turn) last.delete(key);
      };
      turn.then(leave, leave);
      return turn;
    },
  };
}

/** Yields the items in order, and yields to the event loop whenever those since the last time weigh `turnWeight`. */
export async function* inTurns<T>(
  items: Iterable<T> | AsyncIterable<T>,
  turnWeight: number,
  weightOf: (item: T) => number,
): AsyncGenerator<T, void> {
  let weight = 0;
  for await (const item of items) {
    yield item;
    weight += weightOf(item);
    if (weight < turnWeight) continue;
    weight = 0;
    await yieldToEventLoop();
  }
}
