/** For each key readers run concurrently and a writer runs alone; no later call overtakes a waiting writer. */
export class ReadWriteLock {
  readonly #entries = new Map<string, Entry>();

  /** Runs `work` concurrently with other readers once all earlier writers have ended. Settles as it does. */
  async read<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#enter(key);
    const run = entry.written.then(work);
    entry.readers.add(run);
    try {
      return await run;
    } finally {
      entry.readers.delete(run);
      this.#leave(key, entry);
    }
  }

  /** Runs `work` once all earlier calls have ended; later work waits for it. Settles as it does. */
  async write<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#enter(key);
    const run = Promise.allSettled([entry.written, ...entry.readers]).then(work);
    entry.written = run.catch(() => {});
    try {
      return await run;
    } finally {
      this.#leave(key, entry);
    }
  }

  #enter(key: string): Entry {
    const entry = this.#entries.getOrInsertComputed(key, () => ({
      pending: 0,
      written: Promise.resolve(),
      readers: new Set<Promise<unknown>>(),
    }));
    entry.pending++;
    return entry;
  }

  #leave(key: string, entry: Entry): void {
    entry.pending--;
    if (entry.pending === 0) this.#entries.delete(key);
  }
}

interface Entry {
  /** The number of readers and writers that have not ended. */
  pending: number;
  /** Resolves when the last writer has ended. Never rejects. */
  written: Promise<unknown>;
  /** The readers that have not ended. */
  readonly readers: Set<Promise<unknown>>;
}
