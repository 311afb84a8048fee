/** How many listen to `signal`, from now on: nothing may be left of a wait that is over. */
export function listening(signal: AbortSignal): () => number {
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    listeners.add(given[1]);
    add.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    listeners.delete(given[1]);
    remove.apply(signal, given);
  };
  return () => listeners.size;
}
