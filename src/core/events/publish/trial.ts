/** Finds the writes for which a commit of several was refused. */
import type { Database, Statement } from '../../db/client.ts';
import type { SequenceBatch } from './sequences.ts';
import type { QueuedWrite } from './write.ts';

/**
 * Returns what each write fails with, null for those that can be committed. If the count of a stream cannot be stored,
 * such as when another process owns it, all that number its events fail. Nothing is written.
 */
export async function tryOutWrites(
  db: Pick<Database, 'tryOut'>,
  turn: SequenceBatch,
  writes: readonly QueuedWrite[],
): Promise<unknown[]> {
  /** By stream, in the order of the statements that store its counts: the indexes of the writes that number events. */
  const numbering = new Map<string, Set<number>>();
  const found: unknown[] = writes.map(() => null);
  const parts = writes.map((write, index): Statement[] => {
    const next = (streamId: string) => {
      numbering.getOrInsertComputed(streamId, () => new Set()).add(index);
      return turn.next(streamId);
    };
    try {
      return write.statements({ ...turn, next });
    } catch (error) {
      found[index] = error;
      return [];
    }
  });
  const errors = await db.tryOut([...parts, ...turn.statements().map((count) => [count])]);
  for (const index of writes.keys()) found[index] ??= errors[index];
  for (const [position, indexes] of [...numbering.values()].entries())
    for (const index of indexes) found[index] ??= errors[writes.length + position];
  return found;
}
