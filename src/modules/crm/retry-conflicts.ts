/** Repeats work when a concurrent change was first. */
import { failure } from '../../core/shared/errors.ts';

const TRIES = 5;

/**
 * Runs `attempt` again, with `before` each time, when concurrent changes were first; throws 409 when they always are.
 * `what` includes its verb.
 */
export async function retryConflicts<T>(
  what: string,
  isConflict: (error: unknown) => boolean,
  attempt: () => Promise<T>,
  before: () => Promise<void> = async () => {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tries === TRIES) throw failure('changed_by_others', { what });
      await before();
    }
  }
}
