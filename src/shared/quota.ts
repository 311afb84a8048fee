/** An amount that holders share, limited for each of them and for all together. */
export class Quota {
  readonly #total: number;
  readonly #perHolder: number;
  readonly #byHolder = new Map<string, number>();
  #held = 0;

  constructor(total: number, perHolder: number) {
    this.#total = total;
    this.#perHolder = perHolder;
  }

  /** The amount of all holders together. */
  get held(): number {
    return this.#held;
  }

  heldBy(holder: string): number {
    return this.#byHolder.get(holder) ?? 0;
  }

  hasRoom(amount: number): boolean {
    return this.#held + amount <= this.#total;
  }

  hasRoomFor(holder: string, amount: number): boolean {
    return this.heldBy(holder) + amount <= this.#perHolder;
  }

  /** Adds without a check: callers check for room first. A negative `amount` frees it. */
  add(holder: string, amount: number): void {
    this.#held += amount;
    const own = this.heldBy(holder) + amount;
    if (own === 0) this.#byHolder.delete(holder);
    else this.#byHolder.set(holder, own);
  }
}
