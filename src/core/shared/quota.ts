/** An amount that holders share, limited for each of them and for all together. */

/** The part of a quota that is held until it is released. */
export interface QuotaShare {
  readonly amount: number;
  /** Holds `amount` instead, without a check: callers check for room first. Does nothing after `release`. */
  resize(amount: number): void;
  /** Gives everything back. A second call does nothing. */
  release(): void;
}

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

  /** Returns a share of `amount`, or null when the holder, or all together, have no room for it. */
  take(holder: string, amount: number): QuotaShare | null {
    if (!this.hasRoomFor(holder, amount) || !this.hasRoom(amount)) return null;
    return this.hold(holder, amount);
  }

  /** Returns a share without a check, for callers that must hold it or have checked for room. */
  hold(holder: string, amount = 0): QuotaShare {
    const share = new Share((change) => this.#add(holder, change));
    share.resize(amount);
    return share;
  }

  // Private, so that only a share, which is released once, can give anything back.
  #add(holder: string, change: number): void {
    if (change === 0) return;
    this.#held += change;
    const own = this.heldBy(holder) + change;
    if (own === 0) this.#byHolder.delete(holder);
    else this.#byHolder.set(holder, own);
  }
}

class Share implements QuotaShare {
  readonly #add: (change: number) => void;
  #amount = 0;
  #isReleased = false;

  constructor(add: (change: number) => void) {
    this.#add = add;
  }

  get amount(): number {
    return this.#amount;
  }

  resize(amount: number): void {
    if (this.#isReleased) return;
    this.#add(amount - this.#amount);
    this.#amount = amount;
  }

  release(): void {
    this.resize(0);
    this.#isReleased = true;
  }
}
