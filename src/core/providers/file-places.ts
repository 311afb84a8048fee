/** Limits how many files of received messages the sessions of a provider fetch at the same time. */
import { FairSemaphore } from '../shared/async/fair-semaphore.ts';

const SMALL_BYTES = 16 * 1024 * 1024;
/** Together they take up to a quarter of 512 MiB. */
const OF_SMALL = { total: 8, perHolder: 3 };
const OF_LARGE = { total: 4, perHolder: 2 };

/**
 * Returns places by instance for files of at most `bytesMax`: an instance with slow files leaves places to the others.
 */
export const createFilePlaces = (bytesMax: number): FairSemaphore =>
  new FairSemaphore(bytesMax <= SMALL_BYTES ? OF_SMALL : OF_LARGE);
