/** Reads what a view shows again every few seconds. */
const EVERY_MS = 2_000;

interface Options {
  /** Ends the polling. */
  readonly signal: AbortSignal;
  readonly everyMs?: number;
  /** Gets failures until the task succeeds again. */
  readonly status: { failed(error: unknown): void; clear(): void };
}

/** Runs `task` again and again until `signal` aborts. Returns a function that runs it at once. */
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

/** Returns how many ms the service asks callers to wait. */
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
