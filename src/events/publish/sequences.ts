/**
 * The count of each stream's events, without gaps: a number is taken inside a commit and becomes true only when that
 * commit does.
 */
import type { Database, Statement } from '../../db/client.ts';

export interface SequenceBatch {
  /** The next number of a stream that was prepared by `ensure`. */
  next(streamId: string): number;
  /** What makes the numbers taken in this turn permanent. */
  statements(): Statement[];
  commit(): void;
  /** Reads the counts of this turn's streams again: another process on the database has counted on. */
  recount(): Promise<void>;
}

export interface Sequences {
  /** Makes a stream known; a promise of it must be awaited before an event takes part in a turn. */
  ensure(streamId: string): Promise<void> | undefined;
  begin(): SequenceBatch;
}

const READ = 'select last_sequence from streams where id = ?';
const ADVANCE = `insert into streams (id, last_sequence) values (?, ?)
  on conflict (id) do update set last_sequence = excluded.last_sequence`;

export function createSequences(db: Pick<Database, 'query'>): Sequences {
  const last = new Map<string, number>();
  const preparing = new Map<string, Promise<void>>();

  async function prepare(streamId: string): Promise<void> {
    // Nothing is written before the first events are: many streams that begin at once need no commit each.
    const [row] = await db.query(READ, [streamId]);
    last.set(streamId, Number(row?.[0] ?? 0));
  }

  return {
    ensure(streamId) {
      if (last.has(streamId)) return undefined;
      // One look-up for all who wait.
      const running =
        preparing.get(streamId) ?? prepare(streamId).finally(() => preparing.delete(streamId));
      preparing.set(streamId, running);
      return running;
    },
    begin() {
      const taken = new Map<string, number>();
      return {
        next(streamId) {
          const known = taken.get(streamId) ?? last.get(streamId);
          if (known === undefined) throw new Error('the stream was not prepared');
          taken.set(streamId, known + 1);
          return known + 1;
        },
        statements: () =>
          [...taken].map(([id, sequence]) => ({ sql: ADVANCE, params: [id, sequence] })),
        commit() {
          for (const [id, sequence] of taken) last.set(id, sequence);
        },
        recount: async () => void (await Promise.all([...taken.keys()].map(prepare))),
      };
    },
  };
}
