/** Writes that somebody waits for to appear in the database, tried again for as long as that cannot be written. */
import { faultOf, isPassing, type Statement } from '../db/client.ts';
import type { SharedCommits } from '../db/shared-commits.ts';
import type { Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';

interface OwedWritesDeps {
  readonly commit: SharedCommits;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

export interface OwedWrites {
  /**
   * In one transaction, now or later; the same once more must change nothing. `ended` is called once they are written or
   * given up.
   */
  add(statements: readonly Statement[], ended?: () => void): void;
}

interface OwedWrite {
  readonly statements: readonly Statement[];
  readonly ended: () => void;
}

const AGAIN_AFTER_MS = 1_000;
/** Beyond them, what comes is tried once. */
const OWED_MAX = 10_000;

export function createOwedWrites({ commit, clock, log }: OwedWritesDeps): OwedWrites {
  let owed: OwedWrite[] = [];
  let isPlanned = false;

  async function write(one: OwedWrite): Promise<void> {
    try {
      await commit(one.statements);
    } catch (error) {
      if (isPassing(faultOf(error)) && owed.length < OWED_MAX) return later(one);
      log.warn('a write that others wait for was given up', { reason: messageOf(error) });
    }
    one.ended();
  }

  function later(one: OwedWrite): void {
    owed.push(one);
    if (isPlanned) return;
    isPlanned = true;
    clock.after(AGAIN_AFTER_MS, () => {
      isPlanned = false;
      const all = owed;
      owed = [];
      for (const one of all) void write(one);
    });
  }

  return {
    add(statements, ended = () => {}) {
      if (statements.length > 0) void write({ statements, ended });
      else ended();
    },
  };
}
