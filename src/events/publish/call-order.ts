/**
 * Calls that go on in the order they came, stream by stream, although some have to wait for something first.
 * Owns: nothing but that order.
 */
interface CallOrder {
  /**
   * Calls `go` with what `ready` gives, once every earlier call of the stream has made its own: at once when
   * there is nothing to wait for. `go` takes its place in the order before its first `await`.
   */
  run<T, R>(
    streamId: string,
    ready: T | Promise<T>,
    go: (value: T) => R | Promise<R>,
  ): R | Promise<R>;
}

export function createCallOrder(): CallOrder {
  /** The end of the last call that had to wait; a stream without one waits for nothing. */
  const last = new Map<string, Promise<unknown>>();
  return {
    run(streamId, ready, go) {
      const before = last.get(streamId);
      if (before === undefined && !(ready instanceof Promise)) return go(ready);
      // In an array, since what `go` returns must not be waited for by those behind it.
      const gone = Promise.all([ready, before]).then(([value]) => [go(value)] as const);
      const ended = gone.then(
        () => {},
        () => {},
      );
      last.set(streamId, ended);
      void ended.then(() => {
        if (last.get(streamId) === ended) last.delete(streamId);
      });
      return gone.then(([result]) => result);
    },
  };
}
