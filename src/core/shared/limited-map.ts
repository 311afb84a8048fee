export class LimitedMap<K, V> extends Map<K, V> {
  readonly #max: number;
  /**
   * Its next key is always the oldest, since every entry that it has given was removed. A new iterator would first have
   * to pass all that was removed.
   */
  readonly #oldest = this.keys();

  /** `max` is the number of entries, at least 1; beyond it the one set longest ago is removed. */
  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: K, value: V): this {
    if (!this.delete(key) && this.size >= this.#max) {
      const oldest = this.#oldest.next();
      if (!oldest.done) this.delete(oldest.value);
    }
    return super.set(key, value);
  }
}
