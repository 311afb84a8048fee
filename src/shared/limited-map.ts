export class LimitedMap<K, V> extends Map<K, V> {
  readonly #max: number;

  /** `max` is the number of entries; beyond it the one set longest ago is removed. */
  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: K, value: V): this {
    if (!this.delete(key) && this.size >= this.#max) {
      const [oldest] = this.keys();
      if (oldest !== undefined) this.delete(oldest);
    }
    return super.set(key, value);
  }
}
