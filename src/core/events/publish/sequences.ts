/**
 * Counts the events of each stream without gaps: a number is taken inside a commit and is valid only if that commit
 * succeeds.
 */
import { type Database, faultOf, type Statement } from '../../db/client.ts';
import { messageOf } from '../../shared/errors.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import { forMany, type JoinableStatements } from './joined-statements.ts';
import type { Ownership } from './ownership.ts';

export interface SequenceBatch {
  /** Returns the next number of a stream that `ensure` has prepared. */
  next(streamId: string): number;
  /**
   * Returns the statements that store the numbers taken in this commit. They go last, so that changes read the count
   * before.
   */
  statements(): Statement[];
  commit(): void;
  /** Reads the counts of this commit's streams again. Returns whether another process has raised one. */
  recount(): Promise<boolean>;
}

export interface Sequences {
  /**
   * Prepares a stream. A returned promise must be awaited before an event of the stream is written. `isByOwnerOnly` says
   * that only the stream's owner writes to it.
   */
  ensure(streamId: string, isByOwnerOnly: boolean): Promise<void> | undefined;
  begin(): SequenceBatch;
}

/** How many counts are in memory: more than writes may be queued, so that none is dropped before its commit. */
const STREAMS_MAX = 100_000;

const READ = 'select last_sequence from streams where id = ?';
const ADVANCE = `insert into streams (id, last_sequence) values (?, ?)
  on conflict (id) do update set last_sequence = excluded.last_sequence`;

/**
 * The first process that writes to a stream owns it. Gives null, which the column refuses, unless the count is the
 * expected one.
 */
const ADVANCE_FROM = `insert into streams (id, last_sequence, owner, term) values (?, ?, ?, 1)
  on conflict (id) do update set last_sequence = case when last_sequence = ? then excluded.last_sequence end`;
/** Also gives null unless the stream still has the expected owner. */
const ADVANCE_OWNED = `update streams set last_sequence =
  case when last_sequence = ? and owner = ? and term = ? then ? end where id = ?`;

/** For `joinStatements`; each row belongs to another stream. */
export const JOINABLE_COUNTS: JoinableStatements = new Map([
  [ADVANCE_OWNED, forMany(ADVANCE_OWNED)],
]);

/** Returns whether the commit failed because another process has used the numbers or owns the stream now. */
export const sequenceTaken = (error: unknown): boolean =>
  (faultOf(error) === 'constraint' && messageOf(error).includes('streams.last_sequence')) ||
  (faultOf(error) === 'unique' && messageOf(error).includes('events.sequence'));

function advance(ownership: Ownership, streamId: string, from: number, to: number): Statement {
  if (!ownership.isShared) return { sql: ADVANCE, params: [streamId, to] };
  const grant = ownership.grantOf(streamId);
  if (grant === null) return { sql: ADVANCE_FROM, params: [streamId, to, ownership.node, from] };
  return { sql: ADVANCE_OWNED, params: [from, grant.node, grant.term, to, streamId] };
}

/** `overtaken` is called for each stream that another process has written to, or may have. */
export function createSequences(
  db: Pick<Database, 'query'>,
  ownership: Ownership,
  overtaken: (streamId: string) => void,
): Sequences {
  const last = new LimitedMap<string, number>(STREAMS_MAX);
  const preparing = new Map<string, Promise<void>>();

  async function prepare(streamId: string): Promise<void> {
    // No row is written before the first events, so that many new streams need no commits of their own.
    const [row] = await db.query(READ, [streamId]);
    last.set(streamId, Number(row?.[0] ?? 0));
  }

  return {
    ensure(streamId, isByOwnerOnly) {
      const known = last.get(streamId);
      if (known !== undefined) {
        // Setting it again makes it the last to be dropped: its event has not taken its number yet.
        last.set(streamId, known);
        return undefined;
      }
      const begin = async () => {
        await prepare(streamId);
        if (ownership.isShared && !isByOwnerOnly) overtaken(streamId);
      };
      // All callers that wait share one query.
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
          const readings = await Promise.allSettled([...taken.keys()].map(prepare));
          const changed = before.filter(([id, count]) => last.get(id) !== count);
          // Told of also when another count could not be read: this one is known from now on.
          for (const [id] of changed) overtaken(id);
          for (const reading of readings) if (reading.status === 'rejected') throw reading.reason;
          return changed.length > 0;
        },
      };
    },
  };
}
