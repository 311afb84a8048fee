/**
 * The count of each stream's events, without gaps: a number is taken inside a commit and becomes true only when that
 * commit does.
 */
import { type Database, faultOf, type Statement } from '../../db/client.ts';
import { messageOf } from '../../shared/errors.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import { forMany, type Joinable } from './joined.ts';
import type { Ownership } from './ownership.ts';

export interface SequenceBatch {
  /** The next number of a stream that was prepared by `ensure`. */
  next(streamId: string): number;
  /** What makes the numbers taken in this turn permanent; goes last in the commit, whose changes read the count before. */
  statements(): Statement[];
  commit(): void;
  /** Reads the counts of this turn's streams again; whether another process on the database has counted on. */
  recount(): Promise<boolean>;
}

export interface Sequences {
  /**
   * Makes a stream known; a promise of it must be awaited before an event takes part in a turn. `byOwnerAlone`: no other
   * process than its owner writes to it.
   */
  ensure(streamId: string, byOwnerAlone: boolean): Promise<void> | undefined;
  begin(): SequenceBatch;
}

/** Counts in memory. More than writes may be queued, so that none is forgotten before its commit. */
const STREAMS_MAX = 100_000;

const READ = 'select last_sequence from streams where id = ?';
const ADVANCE = `insert into streams (id, last_sequence) values (?, ?)
  on conflict (id) do update set last_sequence = excluded.last_sequence`;

/** The first one to write to a stream owns it. Null, which the column refuses, unless the count is what it was taken for. */
const ADVANCE_FROM = `insert into streams (id, last_sequence, owner, token) values (?, ?, ?, 1)
  on conflict (id) do update set last_sequence = case when last_sequence = ? then excluded.last_sequence end`;
/** Likewise unless the stream is still owned as it was. */
const ADVANCE_OWNED = `update streams set last_sequence =
  case when last_sequence = ? and owner = ? and token = ? then ? end where id = ?`;

/** For `joinStatements`: each row is of another stream. */
export const JOINABLE_COUNTS: Joinable = new Map([[ADVANCE_OWNED, forMany(ADVANCE_OWNED)]]);

/** Another process has counted on, or owns the stream now. */
export const isOvertaken = (error: unknown): boolean =>
  (faultOf(error) === 'constraint' && messageOf(error).includes('streams.last_sequence')) ||
  (faultOf(error) === 'unique' && messageOf(error).includes('events.sequence'));

function advance(ownership: Ownership, streamId: string, from: number, to: number): Statement {
  if (!ownership.isShared) return { sql: ADVANCE, params: [streamId, to] };
  const grant = ownership.grantOf(streamId);
  if (grant === null) return { sql: ADVANCE_FROM, params: [streamId, to, ownership.node, from] };
  return { sql: ADVANCE_OWNED, params: [from, grant.node, grant.token, to, streamId] };
}

/** `overtaken` is called for each stream that another process turns out to have written to, or may have. */
export function createSequences(
  db: Pick<Database, 'query'>,
  ownership: Ownership,
  overtaken: (streamId: string) => void,
): Sequences {
  const last = new LimitedMap<string, number>(STREAMS_MAX);
  const preparing = new Map<string, Promise<void>>();

  async function prepare(streamId: string): Promise<void> {
    // Nothing is written before the first events are: many streams that begin at once need no commit each.
    const [row] = await db.query(READ, [streamId]);
    last.set(streamId, Number(row?.[0] ?? 0));
  }

  return {
    ensure(streamId, byOwnerAlone) {
      const known = last.get(streamId);
      if (known !== undefined) {
        // Now the last to be forgotten: its event has not taken its number yet.
        last.set(streamId, known);
        return undefined;
      }
      const begin = async () => {
        await prepare(streamId);
        if (ownership.isShared && !byOwnerAlone) overtaken(streamId);
      };
      // One look-up for all who wait.
      const running = preparing.get(streamId) ?? begin().finally(() => preparing.delete(streamId));
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
          [...taken].map(([id, to]) => advance(ownership, id, last.get(id) ?? 0, to)),
        commit() {
          const isNew = ([id]: [string, number]) =>
            last.get(id) === 0 && ownership.grantOf(id) === null;
          if (ownership.isShared && [...taken].some(isNew)) ownership.recheck();
          for (const [id, sequence] of taken) last.set(id, sequence);
        },
        async recount() {
          const before = [...taken.keys()].map((id) => [id, last.get(id)] as const);
          await Promise.all([...taken.keys()].map(prepare));
          const changed = before.filter(([id, count]) => last.get(id) !== count);
          for (const [id] of changed) overtaken(id);
          return changed.length > 0;
        },
      };
    },
  };
}
