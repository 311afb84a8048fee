/** Waiting that can be ended. */

/** Resolves after `ms`; rejects with the reason of the signal when that aborts before. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export interface Limit {
  readonly signal: AbortSignal;
  /** Whether the time was up before it was released. */
  isOver(): boolean;
  release(): void;
}

/** A signal that aborts after `ms`, and when `outer` does; to be released when it is no longer needed. */
export function timeLimit(ms: number, outer: AbortSignal | undefined): Limit {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, ms);
  const abort = () => controller.abort(outer?.reason);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    release() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}
