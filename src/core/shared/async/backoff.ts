/** Pauses between tries: each is twice as long as the one before, up to a limit. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor({ firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number }) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#nextMs = firstMs;
  }

  /** Returns the length of the next pause in ms. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(ms * 2, this.#maxMs);
    return ms;
  }

  /** Must be called after a success: the next pause is the first again. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
