/** Databases whose commits happen where the test says. */
import type { Database } from '../../src/core/db/client.ts';
import { openDatabase } from '../../src/core/db/open.ts';
import type { SqliteOptions } from '../../src/core/db/sqlite.ts';
import { createMigrated, temporaryFolder } from './database.ts';
import { until } from './until.ts';

/** Whether the disk counts as slow; the test may change it at any time. */
export interface Pace {
  isSlow: boolean;
  record(ms: number): void;
}

export const pace = (isSlow: boolean): Pace => ({ isSlow, record() {} });

export interface ThreadedDatabase extends Database {
  readonly path: string;
  readonly pace: Pace;
  /** True while commits happen on a thread of their own. */
  isThreaded(): boolean;
}

/** Migrated, with its commits on a thread of their own by now. */
export async function threadedDatabase(
  options: Pick<SqliteOptions, 'fatal' | 'clock'> & { readonly path?: string } = {},
): Promise<ThreadedDatabase> {
  const { path = `${temporaryFolder()}/test.db`, ...others } = options;
  if (options.path === undefined) await createMigrated(path);
  const slow = pace(true);
  let isThreaded = false;
  const onSwitch = (now: boolean) => {
    isThreaded = now;
  };
  const db = await openDatabase({
    url: `file:${path}`,
    ...(others.clock && { clock: others.clock }),
    commits: { ...others, pace: slow, onSwitch },
  });
  // A write that changes nothing, should no migration have made one.
  await db.query("delete from streams where id = 'none'", []);
  await until('commits have a thread', () => isThreaded);
  return Object.assign(db, { path, pace: slow, isThreaded: () => isThreaded });
}
