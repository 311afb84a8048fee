/** Work that others may be faster at, done again. */
import { conflict } from '../shared/errors.ts';

const TRIES = 5;

/**
 * Runs `attempt` again while others were faster, and `before` each time; 409 when they are so every time. `what` takes
 * its verb along.
 */
export async function retryOvertaken<T>(
  what: string,
  isOvertaken: (error: unknown) => boolean,
  attempt: () => Promise<T>,
  before: () => Promise<void> = async () => {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      if (tries === TRIES) throw conflict(`The ${what} being changed by others: try again`);
      await before();
    }
  }
}
