/**
 * Finds out whether a commit took place whose answer was lost: each commit of this process adds one to a number in its
 * own row. Looking it up also prevents a commit that is still on its way from taking place later.
 */
import { type Database, faultOf, isPassing, type Statement } from '../../db/client.ts';
import { Backoff } from '../../shared/async/repeat.ts';
import { type Clock, sleep } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';

export interface CommitNumber {
  /**
   * Returns the first statement of a commit, which makes the whole commit fail unless the number is as the last one
   * left it.
   */
  raise(): Statement;
  /** Must be called once the commit is on disk. */
  recordCommit(): void;
  /** Reads the number again, after something other than this process's commits changed it. */
  reread(): Promise<void>;
  /**
   * Returns whether the last commit is on disk; if not, it never will be. Asks until the database answers, and calls
   * `unanswered` with the error after each failure.
   */
  outcome(unanswered: (error: unknown, tries: number) => void): Promise<boolean>;
}

const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 500;

const INSERT = `insert into processes (id, pid, started_at, seen_at, commits) values (?, ?, ?, ?, ?)
  on conflict (id) do update set seen_at = excluded.seen_at, commits = `;
/** Gives null, which the column refuses, when the number differs. */
const RAISE = `${INSERT} case commits when ? then excluded.commits end`;
/** Adds two, so that an odd difference always means that the commit in question took place. */
const SKIP = `${INSERT} commits + 2`;
const READ = 'select commits from processes where id = ?';

/** Returns whether the commit failed because the number was not the expected one. */
export const commitNumberChanged = (error: unknown): boolean =>
  faultOf(error) === 'constraint' && messageOf(error).includes('processes.commits');

export function createCommitNumber(
  db: Pick<Database, 'batch'>,
  clock: Clock,
  process: { readonly id: string; readonly pid: number },
): CommitNumber {
  let number = 0;
  const row = (commits: number) => {
    const now = clock.now();
    return [process.id, process.pid, now, now, commits];
  };

  /** Reads and skips the number in one transaction, so that a later commit finds another number than it expects. */
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
    recordCommit() {
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
          // Any failure other than an unreachable server may be permanent.
          await sleep(clock, isPassing(faultOf(error)) ? backoff.next() : PAUSE_MAX_MS);
        }
      }
    },
  };
}
