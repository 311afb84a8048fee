/** Work done strictly in the order it was asked for, one piece at a time. */
const MAX_WAITING = 20_000;

export class Lane {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  run<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.#waiting >= MAX_WAITING) return Promise.reject(new Error('too much work waits'));
    this.#waiting += 1;
    const done = this.#last.then(work);
    this.#last = done.then(
      () => this.#leave(),
      () => this.#leave(),
    );
    return done;
  }

  #leave() {
    this.#waiting -= 1;
  }
}
