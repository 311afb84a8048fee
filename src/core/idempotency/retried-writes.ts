/** Retries writes that another node waits for, until the database takes them. */
import { faultOf, isPassing, type Statement } from '../db/client.ts';
import type { SharedCommits } from '../db/shared-commits.ts';
import type { Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';

interface RetriedWritesDeps {
  readonly commit: SharedCommits;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

export interface RetriedWrites {
  /**
   * Writes the statements in one transaction, now or later. Running them twice must change nothing. `onEnd` is called
   * once they are written or discarded.
   */
  add(statements: readonly Statement[], onEnd?: () => void): void;
}

interface RetriedWrite {
  readonly statements: readonly Statement[];
  readonly onEnd: () => void;
}

const AGAIN_AFTER_MS = 1_000;
/** Beyond them, what comes is tried once. */
const WAITING_MAX = 10_000;

export function createRetriedWrites({ commit, clock, log }: RetriedWritesDeps): RetriedWrites {
  let waiting: RetriedWrite[] = [];
  let isPlanned = false;

  async function write(one: RetriedWrite): Promise<void> {
    try {
      await commit(one.statements);
    } catch (error) {
      if (isPassing(faultOf(error)) && waiting.length < WAITING_MAX) return later(one);
      log.warn('a write that others wait for could not be made', { reason: messageOf(error) });
    }
    one.onEnd();
  }

  function later(one: RetriedWrite): void {
    waiting.push(one);
    if (isPlanned) return;
    isPlanned = true;
    clock.after(AGAIN_AFTER_MS, () => {
      isPlanned = false;
      const all = waiting;
      waiting = [];
      for (const one of all) void write(one);
    });
  }

  return {
    add(statements, onEnd = () => {}) {
      if (statements.length > 0) void write({ statements, onEnd });
      else onEnd();
    },
  };
}
