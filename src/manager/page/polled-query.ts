/** What a view reads from the service, kept fresh while the view is shown. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { poll } from './poll.ts';

export interface PolledQuery<T> {
  /** Null until it is read for the first time. */
  readonly value: T | null;
  /** Why the last reading failed; null if it did not. */
  readonly failure: unknown;
  /** Reads again at once. */
  readonly refresh: () => void;
}

/**
 * Reads with `read` every `everyMs` (2 s by default) while the page can be seen, and at once when one of `inputs`
 * changes. What was read before stays until the new answer is there. An answer that is the same changes nothing.
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
