/**
 * Whether a commit took place whose answer was lost: each commit of this process raises a number in its own row by one.
 * A commit that is still on its way when it is given up can then no longer take place.
 */
import { type Database, faultOf, isPassing, type Statement } from '../../db/client.ts';
import { Backoff } from '../../shared/async/backoff.ts';
import { type Clock, sleep } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';

export interface CommitNumber {
  /** Goes first in a commit, which fails as a whole unless the number is what it was after the last one. */
  raise(): Statement;
  /** The commit is on disk. */
  raised(): void;
  /** Reads the number again: another than this process's own commits has changed it. */
  reread(): Promise<void>;
  /**
   * Whether the last commit is on disk; if not, it never will be. Asks until the database answers, and calls
   * `unanswered` with the error each time that it does not.
   */
  outcome(unanswered: (error: unknown, tries: number) => void): Promise<boolean>;
}

interface CommitNumberDeps {
  readonly db: Pick<Database, 'batch'>;
  readonly clock: Clock;
  readonly process: { readonly id: string; readonly pid: number };
}

const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 500;

const INSERT = `insert into processes (id, pid, started_at, seen_at, commits) values (?, ?, ?, ?, ?)
  on conflict (id) do update set seen_at = excluded.seen_at, commits = `;
/** Null, which the column refuses, where the number is another. */
const RAISE = `${INSERT} case commits when ? then excluded.commits end`;
/** By two, so that an odd difference always means that the one commit in question took place. */
const SKIP = `${INSERT} commits + 2`;
const READ = 'select commits from processes where id = ?';

/** The commit was not its turn. */
export const isOutOfStep = (error: unknown): boolean =>
  faultOf(error) === 'constraint' && messageOf(error).includes('processes.commits');

export function createCommitNumber({ db, clock, process }: CommitNumberDeps): CommitNumber {
  let number = 0;
  const row = (commits: number) => {
    const now = clock.now();
    return [process.id, process.pid, now, now, commits];
  };

  /** One transaction reads and skips: a commit that comes later finds another number than it expects. */
  async function settle(): Promise<boolean> {
    const [rows] = await db.batch([
      { sql: READ, params: [process.id] },
      { sql: SKIP, params: row(number + 2) },
    ]);
    const found = Number(rows?.[0]?.[0] ?? number);
    const isOnDisk = (found - number) % 2 !== 0;
    number = found + 2;
    return isOnDisk;
  }

  return {
    raise: () => ({ sql: RAISE, params: [...row(number + 1), number] }),
    raised() {
      number++;
    },
    reread: async () => void (await settle()),
    async outcome(unanswered) {
      const backoff = new Backoff({ firstMs: PAUSE_FIRST_MS, maxMs: PAUSE_MAX_MS });
      for (let tries = 1; ; tries++) {
        try {
          return await settle();
        } catch (error) {
          unanswered(error, tries);
          // Another failure than that it is away may be there to stay.
          await sleep(clock, isPassing(faultOf(error)) ? backoff.next() : PAUSE_MAX_MS);
        }
      }
    },
  };
}
