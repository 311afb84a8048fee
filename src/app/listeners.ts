/** Tells those who asked for it, so that a part can be built before the parts that it tells. */
export class Listeners<T> {
  readonly #listeners: ((value: T) => void)[] = [];

  /** Calls `listener` with every value from now on. */
  add(listener: (value: T) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls the listeners in the order in which they were added. */
  readonly tell = (value: T): void => {
    for (const listener of this.#listeners) listener(value);
  };
}
