/** Keeps calls with the same key in order, although some must wait for something first. */
interface CallOrder {
  /**
   * Calls `go` with the value of `ready` once every earlier call of the key has called its own; at once when there is
   * nothing to wait for. `go` takes its place in the order before its first `await`.
   */
  run<T, R>(key: string, ready: T | Promise<T>, go: (value: T) => R | Promise<R>): R | Promise<R>;
}

export function createCallOrder(): CallOrder {
  /** The end of the last call of each key that had to wait; a key without one has no wait. */
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, ready, go) {
      const before = last.get(key);
      if (before === undefined && !(ready instanceof Promise)) return go(ready);
      // The array keeps later calls from waiting for what `go` returns.
      const gone = Promise.all([ready, before]).then(([value]) => [go(value)] as const);
      const ended = gone.then(
        () => {},
        () => {},
      );
      last.set(key, ended);
      void ended.then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
      return gone.then(([result]) => result);
    },
  };
}
