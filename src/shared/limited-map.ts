export class LimitedMap<K, V> extends Map<K, V> {
  readonly #max: number;

  /** `max` is the number of entries; beyond it the one set longest ago is removed. */
  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    const [oldest] = this.keys();
    if (this.size >= this.#max && oldest !== undefined) this.delete(oldest);
    return super.set(key, value);
  }
}
