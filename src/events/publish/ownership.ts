/** Which streams this process may number events of and send for, as the engine asks it. */
import { DATABASE_NOW, DatabaseError, faultOf, type Statement } from '../../db/client.ts';
import { messageOf } from '../../shared/errors.ts';

/** A stream is this process's own for as long as its row in the table says what is said here. */
export interface Grant {
  /** The owner in the row of the stream. */
  readonly node: string;
  /** Grown by one with each change of owner. */
  readonly token: number;
  /** What deliveries of the stream that are leased now carry as their owner. */
  readonly lease: string;
}

export interface Ownership {
  /** Other processes write to the same database: what a stream's row says decides in every commit. */
  readonly isShared: boolean;
  /** What the leases of this process begin with, and no other's. */
  readonly leasePrefix: string;
  /** The streams that this process owns; null: all there are. */
  readonly streams: readonly string[] | null;
  /** Null: another process owns the stream, or none does. */
  grantOf(streamId: string): Grant | null;
  /**
   * Under which deliveries may be claimed and attempts begin; null also while the stream is handed over, and until what
   * other processes have left of it is read.
   */
  grantToSend(streamId: string): Grant | null;
  /** False: another process may own by now what this one has grants for, so that no attempt may start. */
  readonly isCertain: boolean;
  /** Calls `run` whenever it is certain again. */
  whenCertain(run: () => void): void;
  /** Called when a write was refused since its stream is another process's now, or was counted on by one. */
  fenced(): void;
  /** Compares the grants with the table soon: that may say otherwise, such as when a stream has just begun. */
  recheck(): void;
  /** The owner in the row of a stream that this process is the first to write to. */
  readonly node: string | null;
}

/** The only process on a database file owns every stream; its leases carry `processId`. */
export function soleOwnership(processId: string): Ownership {
  const grant: Grant = { node: processId, token: 0, lease: processId };
  return {
    isShared: false,
    leasePrefix: processId,
    streams: null,
    isCertain: true,
    grantOf: () => grant,
    grantToSend: () => grant,
    whenCertain() {},
    fenced() {},
    recheck() {},
    node: null,
  };
}

/** What is asked of a process that does not own the stream, or no longer does. */
export const notOwned = (cause?: unknown): DatabaseError =>
  new DatabaseError('fenced', 'another node owns the stream now', cause);

const HOLDS = `update streams set token = case when owner = ? and token = ? then token end where id = ?`;

/** The commit was for a stream that is another's by now. */
export const isFenced = (error: unknown): boolean =>
  faultOf(error) === 'fenced' ||
  (faultOf(error) === 'constraint' && messageOf(error).includes('streams.token'));

/**
 * Goes first in a commit for a stream, which as a whole fails unless the grant is good still; nothing where no other
 * process writes. Throws a DatabaseError `fenced` without a grant.
 */
export function fence(ownership: Ownership, streamId: string): Statement[] {
  if (!ownership.isShared) return [];
  const grant = ownership.grantOf(streamId);
  if (grant === null) throw notOwned();
  return [{ sql: HOLDS, params: [grant.node, grant.token, streamId] }];
}

const NOTE_WAITING = `insert into changes (kind, key, at)
  values ('waiting', ?, ${DATABASE_NOW})`;

/** Lets the owner of the stream, another process, look for what waits to be sent. */
export const noteWaiting = (streamId: string): Statement => ({
  sql: NOTE_WAITING,
  params: [streamId],
});
