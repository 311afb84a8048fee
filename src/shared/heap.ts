/** A binary heap: the least item first. Building it takes linear time, removing one logarithmic time. */
export class Heap<T> {
  readonly #items: T[];
  readonly #isBefore: (one: T, other: T) => boolean;

  /** Takes `items` over. `isBefore` returns whether `one` leaves before `other`. */
  constructor(items: T[], isBefore: (one: T, other: T) => boolean) {
    this.#items = items;
    this.#isBefore = isBefore;
    for (let at = (items.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  /** The items that are left, in no order that means anything. */
  values(): Iterable<T> {
    return this.#items;
  }

  /** Removes and returns the least item. */
  pop(): T | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) {
      this.#items[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #sink(from: number): void {
    const items = this.#items;
    const item = items[from] as T;
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= items.length) break;
      const isRight =
        left + 1 < items.length && this.#isBefore(items[left + 1] as T, items[left] as T);
      const least = isRight ? left + 1 : left;
      if (!this.#isBefore(items[least] as T, item)) break;
      items[at] = items[least] as T;
      at = least;
    }
    items[at] = item;
  }
}
