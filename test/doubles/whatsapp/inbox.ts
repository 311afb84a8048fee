/** What somebody has received, and waiting for the next of it without a clock in the test. */
const MAX_KEPT = 10_000;
const LIMIT_MS = 10_000;

export class Inbox<T> {
  readonly all: T[] = [];
  readonly #name: string;
  readonly #waiting = new Set<(item: T) => void>();
  readonly #listeners: ((item: T) => void)[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  push(item: T): void {
    if (this.all.length >= MAX_KEPT) this.all.shift();
    this.all.push(item);
    for (const listen of this.#listeners) listen(item);
    for (const tell of [...this.#waiting]) tell(item);
  }

  /** Calls `listen` with everything that comes from now on. */
  each(listen: (item: T) => void): void {
    this.#listeners.push(listen);
  }

  /** The first that fits, past or to come; rejects, by name, when none comes within the limit. */
  first(fits: (item: T) => boolean, limitMs = LIMIT_MS): Promise<T> {
    const known = this.all.find(fits);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const tell = (item: T) => {
        if (!fits(item)) return;
        this.#waiting.delete(tell);
        clearTimeout(limit);
        resolve(item);
      };
      const limit = setTimeout(() => {
        this.#waiting.delete(tell);
        reject(new Error(`${this.#name} never came`));
      }, limitMs);
      this.#waiting.add(tell);
    });
  }
}
