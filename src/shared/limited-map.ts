/** A map with an upper bound. */
export class LimitedMap<K, V> extends Map<K, V> {
  readonly #max: number;

  /** `max`: how many entries it holds; the one set longest ago makes room. */
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
