/** Polls a value from the service while the view is shown. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { poll } from './poll.ts';

export interface PolledQuery<T> {
  /** Null until the first read succeeds. */
  readonly value: T | null;
  /** Why the last reading failed; null if it did not. */
  readonly failure: unknown;
  /** Reads again at once. */
  readonly refresh: () => void;
}

/** For what does not change. */
export const NEVER_MS = 2 ** 30;

/**
 * Calls `read` every `everyMs` (2 s by default) while the page is visible, and at once when one of `inputs` changes.
 * The value stays until the next answer arrives. An equal answer changes nothing.
 */
export function usePolledQuery<T>(
  read: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
  everyMs?: number,
): PolledQuery<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const ask = useRef(() => {});
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let known = '';
    const status = { failed: setFailure, clear: () => setFailure(null) };
    ask.current = poll({ signal, status, ...(everyMs && { everyMs }) }, async () => {
      const found = await read(signal);
      const text = JSON.stringify(found);
      if (signal.aborted || text === known) return;
      known = text;
      setValue(found);
    });
    return () => ending.abort();
  }, [...inputs]);
  const refresh = useCallback(() => ask.current(), []);
  return { value, failure, refresh };
}
