/**
 * The count of each stream's events. Owns: that numbers are handed out without gaps.
 * A number is taken inside a commit's turn and becomes true only when that commit does.
 */
import type { Database, Statement } from '../db/client.ts';

export interface Turn {
  /** The next number of a stream that was prepared by `ensure`. */
  next(streamId: string): number;
  /** What makes the numbers taken in this turn permanent. */
  statements(): Statement[];
  commit(): void;
}

export interface Sequences {
  /** Makes a stream known; to be awaited before its first event takes part in a turn. */
  ensure(streamId: string): Promise<void>;
  begin(): Turn;
  /** Reads the count of a stream whose rows were found to differ; until then the old one holds. */
  recount(streamId: string): Promise<void>;
}

const CREATE = 'insert into streams (id, last_sequence) values (?, 0) on conflict do nothing';
const READ = 'select last_sequence from streams where id = ?';
const ADVANCE = 'update streams set last_sequence = ? where id = ?';

export function createSequences(db: Pick<Database, 'batch'>): Sequences {
  const last = new Map<string, number>();
  const preparing = new Map<string, Promise<void>>();

  async function prepare(streamId: string): Promise<void> {
    const [, rows] = await db.batch([
      { sql: CREATE, params: [streamId] },
      { sql: READ, params: [streamId] },
    ]);
    last.set(streamId, Number(rows?.[0]?.[0] ?? 0));
  }

  return {
    async ensure(streamId) {
      if (last.has(streamId)) return;
      // One look-up for all who wait, so that they go on in the order they came.
      const running = preparing.get(streamId) ?? prepare(streamId);
      preparing.set(streamId, running);
      await running.finally(() => preparing.delete(streamId));
    },
    recount: prepare,
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
          [...taken].map(([id, sequence]) => ({ sql: ADVANCE, params: [sequence, id] })),
        commit() {
          for (const [id, sequence] of taken) last.set(id, sequence);
        },
      };
    },
  };
}
