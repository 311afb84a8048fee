/** Commits writes that arrive together in one transaction; each write is settled only after its commit. */
import {
  type Database,
  DatabaseError,
  faultOf,
  isPassing,
  type Row,
  type Statement,
} from '../../db/client.ts';
import { findRefusals } from '../../db/faults.ts';
import { WriteQueue } from '../../db/write-queue.ts';
import type { Clock } from '../../shared/clock.ts';
import { isOutcomeUnknown, messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { leaveUnhandled } from '../../shared/unhandled-faults.ts';
import { type CommitNumber, commitNumberChanged } from './commit-number.ts';
import { type JoinableStatements, joinStatements } from './joined-statements.ts';
import { notOwned, type Ownership, ownerChanged } from './ownership.ts';
import { type SequenceBatch, type Sequences, sequenceTaken } from './sequences.ts';
import {
  ChangeWrite,
  COMMIT_LIMITS,
  type QueuedWrite,
  RefusedWrites,
  tryOutWrites,
} from './write.ts';

export interface GroupCommit {
  /** Queues a write, which is settled through its own callbacks. */
  submit(write: QueuedWrite): void;
  /** Queues a change without events. Resolves once it is on disk, like `Engine.write`. */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  /** The number of queued and held writes, which shows how far the disk is behind. */
  readonly backlog: number;
  /** Resolves when everything submitted so far is settled, or at once when the database fails. */
  flush(): Promise<void>;
}

const QUEUE_LIMITS = {
  commitLimits: COMMIT_LIMITS,
  writesMax: 50_000,
  bytesMax: 256 * 1024 * 1024,
};
/** How long writes wait for the outcome of their commit before they fail with an unknown outcome. */
const OUTCOME_WAIT_MS = 30_000;
/** After so many failed lookups of an outcome, new writes are refused at once. */
const OUTCOME_TRIES = 3;

/** How often a commit is repeated because other processes have used the sequences in between. */
const RECOUNTS_MAX = 8;

interface Deps {
  readonly db: Pick<Database, 'batch' | 'tryOut'>;
  readonly sequences: Sequences;
  readonly ownership: Pick<Ownership, 'reportFenced'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Set on a database server, where the answer to a commit can be lost; null where every outcome is known. */
  readonly number: CommitNumber | null;
  /** Statements that the database gets joined, or at least next to each other. */
  readonly joinable: JoinableStatements;
  /** Called when a lost outcome is known, so that memory can be reconciled with the table. */
  readonly outcomeKnown: () => void;
}

export function createGroupCommit(deps: Deps): GroupCommit {
  return new Committer(deps);
}

class Committer implements GroupCommit {
  readonly #deps: Deps;
  readonly #queue: WriteQueue<QueuedWrite>;
  readonly #held: RefusedWrites;
  /** The error for new writes while the outcome of a commit is unknown. */
  #unknownOutcome: DatabaseError | null = null;
  #hasFailed = false;
  #idle: (() => void)[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#held = new RefusedWrites(deps.clock, () => this.#queue.schedule());
    this.#queue = new WriteQueue({
      ...QUEUE_LIMITS,
      hasWork: () => this.#queue.length > 0 || this.#held.areDue,
      commit: () => this.#commitNext(),
      onEnd: () => {
        if (this.backlog === 0 || this.#hasFailed) for (const done of this.#idle.splice(0)) done();
      },
    });
  }

  get backlog(): number {
    return this.#queue.length + this.#held.size;
  }

  submit(write: QueuedWrite): void {
    if (write.mustSucceed && this.#held.hasAny) {
      this.#held.add([write]);
      return;
    }
    if (this.#unknownOutcome && !write.mustSucceed) {
      write.onFailed(this.#unknownOutcome);
      return;
    }
    if (this.#queue.isFull && !write.mustSucceed) {
      write.onFailed(new DatabaseError('busy', 'the queue of writes is full'));
      return;
    }
    this.#queue.add(write);
  }

  write(statements: readonly Statement[]): Promise<Row[][]> {
    return new Promise((done, failed) => this.submit(new ChangeWrite(statements, done, failed)));
  }

  flush(): Promise<void> {
    if (this.backlog === 0 && !this.#queue.isRunning) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #commitNext(): Promise<void> {
    this.#hasFailed = false;
    // Held writes get a commit of their own, so that nothing else is refused with them.
    if (this.#held.areDue)
      this.#hasFailed = !(await this.#held.attempt((writes) => this.#commit(writes)));
    else this.#hold(await this.#commit(this.#queue.take()));
  }

  /** Commits the writes. Returns those that must succeed and have failed. */
  async #commit(writes: readonly QueuedWrite[], tries = 1): Promise<QueuedWrite[]> {
    const { sequences, db, number, joinable } = this.#deps;
    const turn = sequences.begin();
    const first = number ? [number.raise()] : [];
    let parts: Statement[][];
    let rows: Row[][];
    try {
      parts = writes.map((write) => write.statements(turn));
      const all = [...first, ...parts.flat(), ...turn.statements()];
      const joined = joinStatements(all, joinable);
      rows = joined.rowsOf(await db.batch(joined.statements));
    } catch (error) {
      if (number && isOutcomeUnknown(error)) return this.#lookUp(number, turn, writes, error);
      const again = tries <= RECOUNTS_MAX && (await this.#recount(turn, error));
      return again ? this.#commit(writes, tries + 1) : this.#commitOthers(writes, error, tries);
    }
    turn.commit();
    number?.recordCommit();
    this.#held.resume();
    let from = first.length;
    for (const [index, write] of writes.entries()) {
      const until = from + (parts[index]?.length ?? 0);
      settle(write, rows.slice(from, until));
      from = until;
    }
    return [];
  }

  /** Returns whether another process changed the counts, so that the same writes may succeed now. */
  async #recount(turn: SequenceBatch, error: unknown): Promise<boolean> {
    const { number } = this.#deps;
    // If reading fails here, the next commit reports the cause.
    if (number && commitNumberChanged(error)) {
      await number.reread().catch(() => {});
      return true;
    }
    return sequenceTaken(error) && turn.recount().catch(() => true);
  }

  /** Called when an answer is lost. No write is settled and nothing else starts before the outcome is known. */
  async #lookUp(
    number: CommitNumber,
    turn: SequenceBatch,
    writes: readonly QueuedWrite[],
    error: unknown,
  ): Promise<QueuedWrite[]> {
    const waiting = new Set(writes.filter((write) => !write.mustSucceed));
    const fail = (reason: unknown) => {
      for (const write of waiting) write.onFailed(reason);
      waiting.clear();
    };
    const cancel = this.#deps.clock.after(OUTCOME_WAIT_MS, () => fail(error));
    this.#deps.log.warn('the answer to a commit was lost', { writes: writes.length });
    const isOnDisk = await number.outcome((why, tries) => this.#outcomeStillUnknown(why, tries));
    cancel();
    this.#unknownOutcome = null;
    this.#deps.log.info('the outcome of the commit is known', { isOnDisk });
    if (isOnDisk) {
      turn.commit();
      for (const write of writes)
        if (write.mustSucceed || waiting.has(write)) write.onCommittedWithoutRows();
    } else {
      fail(new DatabaseError('unreachable', messageOf(error), error));
    }
    this.#deps.outcomeKnown();
    return isOnDisk ? [] : writes.filter((write) => write.mustSucceed);
  }

  #outcomeStillUnknown(error: unknown, tries: number): void {
    for (const done of this.#idle.splice(0)) done();
    if (tries < OUTCOME_TRIES) return;
    this.#unknownOutcome = new DatabaseError('unreachable', messageOf(error), error);
    for (const write of this.#queue.takeThose(({ mustSucceed }) => !mustSucceed))
      write.onFailed(this.#unknownOutcome);
  }

  /**
   * Called when a commit was refused: fails the writes that are the reason, and commits the others. Returns those that
   * must succeed and have failed.
   */
  async #commitOthers(
    writes: readonly QueuedWrite[],
    error: unknown,
    tries: number,
  ): Promise<QueuedWrite[]> {
    const turn = this.#deps.sequences.begin();
    const errors = await findRefusals({ error, writes: writes.length, tries }, () =>
      tryOutWrites(this.#deps.db, turn, writes),
    );
    // If another process has used the sequences since the commit, the turn takes new ones.
    const isRecounted =
      tries <= RECOUNTS_MAX &&
      errors.some(sequenceTaken) &&
      (await turn.recount().catch(() => true));
    const refused: QueuedWrite[] = [];
    const others: QueuedWrite[] = [];
    for (const [index, write] of writes.entries()) {
      const found = errors[index] ?? null;
      if (found === null || (isRecounted && sequenceTaken(found))) others.push(write);
      else if (write.mustSucceed && isTemporary(found)) refused.push(write);
      else this.#fail(write, found);
    }
    if (others.length > 0) refused.push(...(await this.#commit(others, tries + 1)));
    return refused;
  }

  #fail(write: QueuedWrite, error: unknown): void {
    const hasNoGrant = sequenceTaken(error) || ownerChanged(error);
    if (hasNoGrant) this.#deps.ownership.reportFenced();
    write.onFailed(hasNoGrant ? notOwned(error) : error);
  }

  /** Holds these writes and all queued ones that must succeed, so that they stay in order. */
  #hold(refused: readonly QueuedWrite[]): void {
    if (refused.length === 0) return;
    const queued = this.#queue.takeThose(({ mustSucceed }) => mustSucceed);
    this.#held.add([...refused, ...queued]);
    this.#deps.log.warn('the database refused results of attempts, which wait for the next try', {
      held: this.#held.size,
    });
    this.#held.pause();
  }
}

/** A token is replaced while the service runs, so results wait for that too. */
function isTemporary(error: unknown): boolean {
  const fault = faultOf(error);
  return isPassing(fault) || fault === 'unauthorized';
}

/** One write of a group whose fault is left unhandled keeps no other from being settled. */
function settle(write: QueuedWrite, rows: Row[][]): void {
  try {
    write.onCommitted(rows);
  } catch (error) {
    leaveUnhandled(error);
  }
}
