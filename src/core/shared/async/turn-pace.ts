/** Spreads work that many callers start at once over turns of the event loop. */
import { yieldToEventLoop } from '../clock.ts';
import { Mutex } from './mutex.ts';

/** Lets `perTurn` callers pass in each turn of the event loop, in the order of the calls. */
export class TurnPace {
  readonly #perTurn: number;
  readonly #passing = new Mutex();
  #passed = 0;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  pass(): Promise<void> {
    return this.#passing.run(async () => {
      if (++this.#passed % this.#perTurn === 0) await yieldToEventLoop();
    });
  }
}
