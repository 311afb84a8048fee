/** Pauses between tries: each twice as long as the one before, up to a longest. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor({ firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number }) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#nextMs = firstMs;
  }

  /** How long to pause now, in ms. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(ms * 2, this.#maxMs);
    return ms;
  }

  /** It has worked: the next pause is the first again. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
