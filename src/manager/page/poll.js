/** Keeps what is shown fresh. */
const EVERY_MS = 2_000;

/**
 * Runs `task` again and again until `signal` aborts; its failures are shown in `status` until it succeeds again.
 * @param {{ signal: AbortSignal, status: { failed(error: unknown): void, clear(): void } }} options
 * @param {() => Promise<void>} task
 * @returns {() => void} asks again at once
 */
export function keepFresh({ signal, status }, task) {
  let wake = () => {};
  let isAsked = false;
  const ask = () => {
    isAsked = true;
    wake();
  };
  const pause = (ms) =>
    new Promise((resolve) => {
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
      await pause(Math.max(EVERY_MS, waitMs));
    }
  };
  document.addEventListener('visibilitychange', ask, { signal });
  signal.addEventListener('abort', () => wake());
  void loop();
  return ask;
}

/** How long the service wants to be left alone, in ms. */
async function runOnce(task, signal, status) {
  try {
    await task();
    if (!signal.aborted) status.clear();
    return 0;
  } catch (error) {
    if (!signal.aborted) status.failed(error);
    return error.retryAfterMs ?? 0;
  }
}
