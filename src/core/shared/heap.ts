/** A binary heap: the least item first. Building it takes linear time, adding and removing logarithmic time. */
export class Heap<T> {
  readonly #items: T[];
  readonly #isBefore: (one: T, other: T) => boolean;
  readonly #placed: (item: T, place: number) => void;

  /**
   * Takes `items` over. `isBefore` returns whether `one` leaves before `other`. `placed` is called with the new place of
   * each item that moves, and with -1 when it has left.
   */
  constructor(
    items: T[],
    isBefore: (one: T, other: T) => boolean,
    placed: (item: T, place: number) => void = () => {},
  ) {
    this.#items = items;
    this.#isBefore = isBefore;
    this.#placed = placed;
    for (let at = items.length - 1; at >= 0; at--) this.#sink(at);
  }

  /** The least item. */
  get first(): T | undefined {
    return this.#items[0];
  }

  /** The items that are left, in no order that means anything. */
  values(): Iterable<T> {
    return this.#items;
  }

  push(item: T): void {
    this.#items.push(item);
    this.#rise(this.#items.length - 1);
  }

  /** Removes and returns the least item. */
  pop(): T | undefined {
    return this.removeAt(0);
  }

  /** Removes and returns the item that has this place, if any has. */
  removeAt(place: number): T | undefined {
    const items = this.#items;
    if (place < 0 || place >= items.length) return undefined;
    const removed = items[place] as T;
    const last = items.pop() as T;
    if (place < items.length) {
      items[place] = last;
      this.#rise(this.#sink(place));
    }
    this.#placed(removed, -1);
    return removed;
  }

  #rise(from: number): void {
    const items = this.#items;
    const item = items[from] as T;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(item, items[above] as T)) break;
      this.#put(items[above] as T, at);
      at = above;
    }
    this.#put(item, at);
  }

  /** Returns its new place. */
  #sink(from: number): number {
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
      this.#put(items[least] as T, at);
      at = least;
    }
    this.#put(item, at);
    return at;
  }

  #put(item: T, place: number): void {
    this.#items[place] = item;
    this.#placed(item, place);
  }
}
