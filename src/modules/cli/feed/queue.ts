/** A queue for one reader; its owner limits it. */
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

  /** Ends the queue after what is in it now; only the first call counts. */
  end(value: End): void {
    this.#end ??= { value };
    this.#wake?.();
  }

  /** Resolves with the oldest item, or with how the queue ended once it is empty and closed. */
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
