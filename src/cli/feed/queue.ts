/** A queue that one reader waits at; its owner bounds it. */
export class Queue<T, End> {
  readonly #items: T[] = [];
  #end: { readonly value: End } | null = null;
  #wake: (() => void) | null = null;

  get size(): number {
    return this.#items.length;
  }

  push(item: T): void {
    if (this.#end !== null) return;
    this.#items.push(item);
    this.#wake?.();
  }

  /** Nothing comes after what is in it now; only the first call counts. */
  end(value: End): void {
    this.#end ??= { value };
    this.#wake?.();
  }

  /** The oldest item, or, when there is none and none will come, how it ended. */
  async next(): Promise<T | End> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) return item;
      if (this.#end !== null) return this.#end.value;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
