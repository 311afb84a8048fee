/** Aborts work that starts thousands of times a second, where an AbortController costs more than the rest. */

/** The part of an AbortSignal that a wait needs; every AbortSignal has it. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Controller and signal in one object; a list of listeners is created only for a second one. */
export class Cancellation implements CancelSignal {
  #aborted = false;
  #first: (() => void) | null = null;
  #others: Set<() => void> | null = null;

  get aborted(): boolean {
    return this.#aborted;
  }

  /** Calls all listeners, once. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    const listeners = [...(this.#first ? [this.#first] : []), ...(this.#others ?? [])];
    this.#first = null;
    this.#others = null;
    for (const listener of listeners) listener();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#aborted || this.#first === listener) return;
    if (this.#first === null && this.#others === null) {
      this.#first = listener;
      return;
    }
    this.#others ??= new Set();
    this.#others.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    if (this.#first === listener) this.#first = null;
    else this.#others?.delete(listener);
  }
}

/** Resolves when `signal` aborts, or at once if it has; it stays a listener of the signal until then. */
export const whenAborted = (signal: CancelSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', resolve);
    if (signal.aborted) resolve();
  });
