/** Commits writes that arrive together in one transaction; each is still done as a whole or not at all. */
import {
  type Database,
  DatabaseError,
  faultOf,
  isPassing,
  type Row,
  type Statement,
} from './client.ts';
import { bytesOf } from './parameters.ts';

/**
 * Runs the statements in one transaction, in order, or none of them. Resolves when they are on disk, with the rows of
 * each. Writes keep the order of the calls. Rejects with a DatabaseError, which is `busy` when too many wait.
 */
export type SharedCommits = (statements: readonly Statement[]) => Promise<Row[][]>;

interface QueuedWrite {
  readonly statements: readonly Statement[];
  readonly resolve: (rows: Row[][]) => void;
  readonly reject: (error: unknown) => void;
}

/** The limit of one commit; a single call may exceed it. */
const STATEMENTS_PER_COMMIT = 1_024;
const BYTES_PER_COMMIT = 4 * 1024 * 1024;
const WAITING_MAX = 10_000;

export function shareCommits(db: Pick<Database, 'batch' | 'tryOut'>): SharedCommits {
  let queue: QueuedWrite[] = [];
  let isScheduled = false;

  const run = async () => {
    const group = takeGroup(queue);
    queue = queue.slice(group.length);
    await commitGroup(db, group);
    isScheduled = false;
    if (queue.length > 0) schedule();
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    // Waits until the end of this turn of the event loop, so that everything that arrives in it shares the commit.
    setImmediate(() => void run());
  };
  return (statements) =>
    new Promise((resolve, reject) => {
      if (queue.length >= WAITING_MAX)
        return reject(new DatabaseError('busy', 'the queue of writes is full'));
      queue.push({ statements, resolve, reject });
      schedule();
    });
}

function takeGroup(queue: readonly QueuedWrite[]): QueuedWrite[] {
  let statements = 0;
  let bytes = 0;
  let count = 0;
  for (const waiting of queue) {
    statements += waiting.statements.length;
    bytes += bytesOf(waiting.statements);
    const isTooMuch = statements > STATEMENTS_PER_COMMIT || bytes > BYTES_PER_COMMIT;
    if (count > 0 && isTooMuch) break;
    count++;
  }
  return queue.slice(0, count);
}

/** A failing write fails the whole transaction; the others are committed again, without it. */
async function commitGroup(
  db: Pick<Database, 'batch' | 'tryOut'>,
  group: readonly QueuedWrite[],
): Promise<void> {
  let rows: Row[][];
  try {
    rows = await db.batch(group.flatMap(({ statements }) => statements));
  } catch (error) {
    if (group.length === 1 || isPassing(faultOf(error)))
      for (const { reject } of group) reject(error);
    else await commitApart(db, group);
    return;
  }
  let from = 0;
  for (const { statements, resolve } of group) {
    resolve(rows.slice(from, from + statements.length));
    from += statements.length;
  }
}

/** Rejects the writes that fail when all are tried out, and commits the others; in halves if none is found. */
async function commitApart(
  db: Pick<Database, 'batch' | 'tryOut'>,
  group: readonly QueuedWrite[],
): Promise<void> {
  const errors = await db.tryOut(group.map(({ statements }) => statements)).catch(() => null);
  const passed = group.filter((_, index) => errors?.[index] === null);
  if (!errors || passed.length === group.length) {
    const half = Math.ceil(group.length / 2);
    await commitGroup(db, group.slice(0, half));
    await commitGroup(db, group.slice(half));
    return;
  }
  for (const [index, { reject }] of group.entries()) if (errors[index]) reject(errors[index]);
  if (passed.length > 0) await commitGroup(db, passed);
}
