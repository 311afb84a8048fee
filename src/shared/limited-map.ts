export class LimitedMap<K, V> extends Map<K, V> {
  readonly #max: number;
  /** All entries are ahead of it. Another iterator would pass every entry that was ever removed before the first. */
  readonly #oldest = this.keys();

  /** `max` is the number of entries; beyond it the one set longest ago is removed. */
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
