/** The one way to a garbage collection in a test: `Bun.gc` does nothing in the processes of the runner. */
import { fullGC } from 'bun:jsc';

/** A full collection, done when it returns. */
export const collectGarbage = (): void => void fullGC();
