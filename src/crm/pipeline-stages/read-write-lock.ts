/**
 * Many at once, or one alone. Owns: that work which reads a whole pipeline before it writes waits for
 * what is under way there, and holds up what comes later, while everything else runs side by side.
 */
interface ReadWriteLock {
  /** Runs `work` beside others, once nobody is alone there. */
  together<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs `work` once all earlier work under `key` has ended; later work waits for it. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Passage {
  /** Work that has not ended. */
  count: number;
  /** Resolves when the last one that was to be alone has ended. */
  free: Promise<unknown>;
  /** Work that came since then. */
  readonly inside: Set<Promise<unknown>>;
}

export function createReadWriteLock(): ReadWriteLock {
  const passages = new Map<string, Passage>();

  const enter = (key: string): Passage => {
    const passage = passages.get(key) ?? { count: 0, free: Promise.resolve(), inside: new Set() };
    passage.count++;
    passages.set(key, passage);
    return passage;
  };
  const leave = (key: string, passage: Passage): void => {
    passage.count--;
    if (passage.count === 0) passages.delete(key);
  };

  return {
    async together(key, work) {
      const passage = enter(key);
      const run = passage.free.then(work);
      passage.inside.add(run);
      try {
        return await run;
      } finally {
        passage.inside.delete(run);
        leave(key, passage);
      }
    },
    async alone(key, work) {
      const passage = enter(key);
      const run = Promise.allSettled([passage.free, ...passage.inside]).then(work);
      passage.free = run.catch(() => {});
      passage.inside.clear();
      try {
        return await run;
      } finally {
        leave(key, passage);
      }
    },
  };
}
