/** Whose turn it is: work that waits for other work, and for other users of the event loop. */

/** Resolves in a later turn of the event loop, after other work that has arrived. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));

/** Lets `perTurn` callers pass in each turn of the event loop, in the order of the calls. */
export class TurnPace {
  readonly #perTurn: number;
  #calls = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  pass(): Promise<void> {
    if (++this.#calls % this.#perTurn === 0) this.#last = this.#last.then(yieldToEventLoop);
    return this.#last;
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
