/** Commits writes that arrive together in one transaction; each write is settled only after its commit. */
import {
  type Database,
  DatabaseError,
  faultOf,
  isPassing,
  type Row,
  type Statement,
} from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { isOutcomeUnknown, messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { leaveUnhandled } from '../../shared/unhandled-faults.ts';
import { type CommitNumber, commitNumberChanged } from './commit-number.ts';
import { type Joinable, joinStatements } from './joined.ts';
import { notOwned, type Ownership, ownerChanged } from './ownership.ts';
import { RefusedWrites } from './refused-writes.ts';
import { type SequenceBatch, type Sequences, sequenceTaken } from './sequences.ts';
import { tryOutWrites } from './trial.ts';
import { ChangeWrite, type QueuedWrite, takeBatch } from './write.ts';

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

const QUEUED_WRITES_MAX = 50_000;
const QUEUED_BYTES_MAX = 256 * 1024 * 1024;
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
  readonly joinable: Joinable;
  /** Called when a lost outcome is known, so that memory can be reconciled with the table. */
  readonly outcomeKnown: () => void;
}

export function createGroupCommit(deps: Deps): GroupCommit {
  return new Committer(deps);
}

class Committer implements GroupCommit {
  readonly #deps: Deps;
  #queue: QueuedWrite[] = [];
  #bytes = 0;
  readonly #held: RefusedWrites;
  #isRunning = false;
  /** The error for new writes while the outcome of a commit is unknown. */
  #unknownOutcome: DatabaseError | null = null;
  #idle: (() => void)[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#held = new RefusedWrites(deps.clock, () => this.#schedule());
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
    const isFull = this.#queue.length >= QUEUED_WRITES_MAX || this.#bytes >= QUEUED_BYTES_MAX;
    if (isFull && !write.mustSucceed) {
      write.onFailed(new DatabaseError('busy', 'the queue of writes is full'));
      return;
    }
    this.#queue.push(write);
    this.#bytes += write.bytes;
    this.#schedule();
  }

  write(statements: readonly Statement[]): Promise<Row[][]> {
    return new Promise((done, failed) => this.submit(new ChangeWrite(statements, done, failed)));
  }

  flush(): Promise<void> {
    if (this.backlog === 0 && !this.#isRunning) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    const hasWork = this.#queue.length > 0 || this.#held.areDue;
    if (this.#isRunning || !hasWork) return;
    this.#isRunning = true;
    // Waits until the end of this turn of the event loop, so that everything that arrives in it shares the commit.
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    let hasFailed = false;
    try {
      // Held writes get a commit of their own, so that nothing else is refused with them.
      if (this.#held.areDue) hasFailed = !(await this.#held.attempt((one) => this.#commit(one)));
      else this.#hold(await this.#commit(this.#take()));
    } catch (error) {
      // The writes that come later must not wait for these.
      leaveUnhandled(error);
    }
    this.#isRunning = false;
    this.#schedule();
    if (this.backlog === 0 || hasFailed) for (const done of this.#idle.splice(0)) done();
  }

  #take(): QueuedWrite[] {
    const writes = takeBatch(this.#queue);
    for (const write of writes) this.#bytes -= write.bytes;
    return writes;
  }

  /** Commits the writes. Returns those that must succeed and have failed. */
  async #commit(writes: readonly QueuedWrite[], recounts = 0): Promise<QueuedWrite[]> {
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
      const again = recounts < RECOUNTS_MAX ? await this.#recount(turn, error) : false;
      return again ? this.#commit(writes, recounts + 1) : this.#retryOrFail(writes, error);
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
    for (const write of this.#takeOut(false)) write.onFailed(this.#unknownOutcome);
  }

  async #retryOrFail(writes: readonly QueuedWrite[], error: unknown): Promise<QueuedWrite[]> {
    const fault = faultOf(error);
    // A token is replaced while the service runs, so results wait for that too.
    if (isPassing(fault) || fault === 'unauthorized') {
      for (const write of writes) if (!write.mustSucceed) write.onFailed(error);
      return writes.filter((write) => write.mustSucceed);
    }
    if (writes.length === 1) {
      for (const write of writes) this.#fail(write, error);
      return [];
    }
    const passed = await this.#failApart(writes);
    if (passed.length === 0) return [];
    if (passed.length < writes.length) return this.#commit(passed);
    // Nothing was found, for example because the trial was cut off or another process was the cause.
    const half = Math.ceil(writes.length / 2);
    const refused = await this.#commit(writes.slice(0, half));
    return [...refused, ...(await this.#commit(writes.slice(half)))];
  }

  /** Fails the writes that are refused when all are tried out. Returns the others. */
  async #failApart(writes: readonly QueuedWrite[]): Promise<readonly QueuedWrite[]> {
    const turn = this.#deps.sequences.begin();
    let errors: unknown[];
    try {
      errors = await tryOutWrites(this.#deps.db, turn, writes);
    } catch {
      return writes;
    }
    // If another process has used the sequences since the commit, the turn takes new ones.
    const isRecounted = errors.some(sequenceTaken) && (await turn.recount().catch(() => true));
    return writes.filter((write, index) => {
      const error = errors[index] ?? null;
      if (error === null || (isRecounted && sequenceTaken(error))) return true;
      this.#fail(write, error);
      return false;
    });
  }

  #fail(write: QueuedWrite, error: unknown): void {
    const hasNoGrant = sequenceTaken(error) || ownerChanged(error);
    if (hasNoGrant) this.#deps.ownership.reportFenced();
    write.onFailed(hasNoGrant ? notOwned(error) : error);
  }

  /** Holds these writes and all queued ones that must succeed, so that they stay in order. */
  #hold(refused: readonly QueuedWrite[]): void {
    if (refused.length === 0) return;
    this.#held.add([...refused, ...this.#takeOut(true)]);
    this.#deps.log.warn('the database refused results of attempts, which wait for the next try', {
      held: this.#held.size,
    });
    this.#held.pause();
  }

  /** Takes the writes that must succeed, or those that may fail, out of the queue. */
  #takeOut(mustSucceed: boolean): QueuedWrite[] {
    const { true: taken = [], false: left = [] } = Object.groupBy(this.#queue, (write) =>
      String(write.mustSucceed === mustSucceed),
    );
    this.#queue = left;
    this.#bytes = left.reduce((sum, write) => sum + write.bytes, 0);
    return taken;
  }
}

/** One write of a group whose fault is left unhandled keeps no other from being settled. */
function settle(write: QueuedWrite, rows: Row[][]): void {
  try {
    write.onCommitted(rows);
  } catch (error) {
    leaveUnhandled(error);
  }
}
