/** Runs work that reads the current state: each caller gets a run that starts after its call, shared with others. */
export class SharedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Whether a run will start when the current one ends. */
  get isWaiting(): boolean {
    return this.#next !== null;
  }

  /** Settles as the first run that starts after this call; only one runs at a time. */
  run(): Promise<void> {
    if (this.#running === null) return this.#begin();
    const begin = () => {
      this.#next = null;
      return this.#begin();
    };
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#running = this.#work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }
}
