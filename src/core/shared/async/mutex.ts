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
