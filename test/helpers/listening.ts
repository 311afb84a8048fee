/** How many listen to `signal`, from now on: nothing may be left of a wait that is over. */
export function listening(signal: AbortSignal): () => number {
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...values: Parameters<typeof add>) => {
    listeners.add(values[1]);
    add.apply(signal, values);
  };
  signal.removeEventListener = (...values: Parameters<typeof remove>) => {
    listeners.delete(values[1]);
    remove.apply(signal, values);
  };
  return () => listeners.size;
}
