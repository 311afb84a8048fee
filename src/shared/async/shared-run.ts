/** Work that reads how things are: whoever asks gets a run that begins after they asked, and shares it with others. */
export class SharedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** A run is to begin when the one under way ends. */
  get isWaiting(): boolean {
    return this.#next !== null;
  }

  /** Settles as the first run does that begins from now on; there is one at a time. */
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
