/** Commits writes that arrive together in one transaction; each is still done as a whole or not at all. */
import { type Database, DatabaseError, type Row, type Statement } from './client.ts';
import { findRefusals } from './faults.ts';
import { bytesOf } from './parameters.ts';
import { type SizedWrite, WriteQueue } from './write-queue.ts';

/**
 * Runs the statements in one transaction, in order, or none of them. Resolves when they are on disk, with the rows of
 * each. Writes keep the order of the calls. Rejects with a DatabaseError, which is `busy` when too many wait.
 */
export type SharedCommits = (statements: readonly Statement[]) => Promise<Row[][]>;

interface QueuedWrite extends SizedWrite {
  readonly statements: readonly Statement[];
  readonly resolve: (rows: Row[][]) => void;
  readonly reject: (error: unknown) => void;
}

const QUEUE_LIMITS = {
  commitLimits: { rows: 1_024, bytes: 4 * 1024 * 1024 },
  writesMax: 10_000,
  bytesMax: Number.POSITIVE_INFINITY,
};

type Store = Pick<Database, 'batch' | 'tryOut'>;

export function shareCommits(db: Store): SharedCommits {
  const queue: WriteQueue<QueuedWrite> = new WriteQueue({
    ...QUEUE_LIMITS,
    commit: () => commitGroup(db, queue.take()),
  });
  return (statements) =>
    new Promise((resolve, reject) => {
      if (queue.isFull) return reject(new DatabaseError('busy', 'the queue of writes is full'));
      const size = { rows: statements.length, bytes: bytesOf(statements) };
      queue.add({ statements, ...size, resolve, reject });
    });
}

/** A refused write fails the whole transaction; the others are committed again, without it. */
async function commitGroup(db: Store, group: readonly QueuedWrite[], tries = 1): Promise<void> {
  let rows: Row[][];
  try {
    rows = await db.batch(group.flatMap(({ statements }) => statements));
  } catch (error) {
    const errors = await findRefusals({ error, writes: group.length, tries }, () =>
      db.tryOut(group.map(({ statements }) => statements)),
    );
    for (const [index, { reject }] of group.entries()) if (errors[index]) reject(errors[index]);
    const passed = group.filter((_, index) => !errors[index]);
    if (passed.length > 0) await commitGroup(db, passed, tries + 1);
    return;
  }
  let from = 0;
  for (const { statements, resolve } of group) {
    resolve(rows.slice(from, from + statements.length));
    from += statements.length;
  }
}
