/** Tells the engine which streams this process owns: it may number their events and send them. */
import {
  createDatabase,
  DATABASE_NOW,
  type Database,
  DatabaseError,
  effectOf,
  faultOf,
  type Statement,
} from '../../db/client.ts';
import { messageOf } from '../../shared/errors.ts';

/** The stream belongs to this process as long as its row in the table has these values. */
export interface Grant {
  /** The owner in the row of the stream. */
  readonly node: string;
  /** Raised by one with each change of owner. */
  readonly term: number;
  /** Names the owner, with its term, in the rows of deliveries that it leases. */
  readonly holder: string;
}

export interface Ownership {
  /** Whether other processes write to the same database, so that every commit checks the stream's row. */
  readonly isShared: boolean;
  /** The prefix of this process's holders, which no other process uses. */
  readonly holderPrefix: string;
  /** The streams that this process owns; null means all. */
  readonly streams: readonly string[] | null;
  /** Returns null when this process does not own the stream. */
  grantOf(streamId: string): Grant | null;
  /**
   * Returns the grant under which deliveries may be claimed and attempts may start. Also null while the stream is being
   * handed over, and until this process has read what other processes left of it.
   */
  grantToSend(streamId: string): Grant | null;
  /** False while another process may already own what this one has grants for; then no attempt may start. */
  readonly isCertain: boolean;
  /** Calls `run` whenever `isCertain` becomes true again. */
  whenCertain(run: () => void): void;
  /** Must be called when a write was refused because another process owns the stream or has used its sequences. */
  reportFenced(): void;
  /** Compares the grants with the table soon, for example because a stream is new. */
  recheck(): void;
  /** The owner that new streams of this process get in their row. */
  readonly node: string | null;
}

/**
 * Returns the ownership of a process that is alone on a database file: it owns every stream, and its leases carry
 * `processId`.
 */
export function soleOwnership(processId: string): Ownership {
  const grant: Grant = { node: processId, term: 0, holder: processId };
  return {
    isShared: false,
    holderPrefix: processId,
    streams: null,
    isCertain: true,
    grantOf: () => grant,
    grantToSend: () => grant,
    whenCertain() {},
    reportFenced() {},
    recheck() {},
    node: null,
  };
}

/** Returns the error for a stream that this process does not own. */
export const notOwned = (cause?: unknown): DatabaseError =>
  new DatabaseError('fenced', 'another node owns the stream now', cause);

const HOLDS = `update streams set term = case when owner = ? and term = ? then term end where id = ?`;

/** Returns whether the commit failed because another process owns the stream. */
export const ownerChanged = (error: unknown): boolean =>
  faultOf(error) === 'fenced' ||
  (faultOf(error) === 'constraint' && messageOf(error).includes('streams.term'));

/**
 * Returns the first statements of a commit for a stream: the whole commit fails unless the grant is still valid. There
 * are none where no other process writes. Throws a DatabaseError `reportFenced` without a grant.
 */
export function fence(ownership: Ownership, streamId: string): Statement[] {
  if (!ownership.isShared) return [];
  const grant = ownership.grantOf(streamId);
  if (grant === null) throw notOwned();
  return [{ sql: HOLDS, params: [grant.node, grant.term, streamId] }];
}

const NOTE_WAITING = `insert into changes (kind, key, at)
  values ('waiting', ?, ${DATABASE_NOW})`;

/** Returns the statement that makes the stream's owner, another process, look for what waits to be sent. */
export const noteWaiting = (streamId: string): Statement => ({
  sql: NOTE_WAITING,
  params: [streamId],
});

// Writes for a stream that only its owner may make: all of it or, once another process owns the stream, nothing.

/**
 * The database for writes of one stream. Statements sent together are one commit of its owner, or reject with a
 * DatabaseError, which is `reportFenced` when another process owns the stream; then nothing was written. Reads are
 * unrestricted.
 */
export type OwnDatabase = (streamId: string) => Database;

/** With null no other process writes to the database, and it is used as it is. */
export function ownDatabases(db: Database, ownership: Ownership | null): OwnDatabase {
  if (ownership === null) return () => db;
  return (streamId) => {
    const write = async (statements: readonly Statement[]) => {
      try {
        const before = fence(ownership, streamId);
        return (await db.batch([...before, ...statements])).slice(before.length);
      } catch (error) {
        if (!ownerChanged(error)) throw error;
        // This process was wrong about the owner: it reads the table again and drops what it has of the stream.
        ownership.reportFenced();
        throw notOwned(error);
      }
    };
    const isRead = ({ sql: text }: Pick<Statement, 'sql'>) => effectOf(text) === 'read';
    return createDatabase({
      async query(text, params) {
        if (isRead({ sql: text })) return db.query(text, params);
        const [rows = []] = await write([{ sql: text, params }]);
        return rows;
      },
      batch: (list) => (list.every(isRead) ? db.batch(list) : write(list)),
      tryOut: (writes) => db.tryOut(writes),
      close: () => db.close(),
    });
  };
}
