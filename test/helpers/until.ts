/**
 * Waits for a fact instead of a time: resolves when `holds` is true, fails by name when it never becomes so. It looks
 * every 2 ms at first; what took long already is seen a twentieth later at most, and looked for less often.
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = PATIENCE_MS,
): Promise<void> {
  const start = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - start;
    if (waitedMs > limitMs) throw new Error(`never happened: ${what}`);
    const pauseMs = Math.min(Math.max(SHORTEST_MS, waitedMs / 20), LONGEST_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** A busy machine may take long; below the time limit of a test, so that what is missing is named. */
const PATIENCE_MS = 25_000;
const SHORTEST_MS = 2;
const LONGEST_MS = 50;
