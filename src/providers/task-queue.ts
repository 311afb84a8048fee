/** Owns: the order of one session's work: one piece at a time, first come first served, failures included. */
interface TaskQueue {
  /** Runs `work` when everything before it has ended; settles as it does. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is left of what was given so far. */
  idle(): Promise<void>;
}

export function createTaskQueue(): TaskQueue {
  let tail: Promise<void> = Promise.resolve();
  return {
    run(work) {
      const result = tail.then(work);
      const ended = () => {};
      tail = result.then(ended, ended);
      return result;
    },
    idle: () => tail,
  };
}
