/** Keeps what is shown fresh. */
const EVERY_MS = 2_000;

interface Options {
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly everyMs?: number;
  /** Gets failures until the task succeeds again. */
  readonly status: { failed(error: unknown): void; clear(): void };
}

/** Runs `task` again and again until `signal` aborts. Returns what asks again at once. */
export function poll(
  { signal, status, everyMs = EVERY_MS }: Options,
  task: () => Promise<void>,
): () => void {
  let wake = () => {};
  let isAsked = false;
  const ask = () => {
    isAsked = true;
    wake();
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isAsked || signal.aborted) wake();
    });
  const loop = async () => {
    while (!signal.aborted) {
      isAsked = false;
      const waitMs = document.hidden ? 0 : await runOnce(task, signal, status);
      await pause(Math.max(everyMs, waitMs));
    }
  };
  document.addEventListener('visibilitychange', ask, { signal });
  signal.addEventListener('abort', () => wake());
  void loop();
  return ask;
}

/** Returns how long the service wants to be left alone, in ms. */
async function runOnce(
  task: () => Promise<void>,
  signal: AbortSignal,
  status: Options['status'],
): Promise<number> {
  try {
    await task();
    if (!signal.aborted) status.clear();
    return 0;
  } catch (error) {
    if (!signal.aborted) status.failed(error);
    const waitMs = error instanceof Error && 'retryAfterMs' in error ? error.retryAfterMs : 0;
    return typeof waitMs === 'number' ? waitMs : 0;
  }
}
