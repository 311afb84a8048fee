/** One transaction for all writes that arrive together; a write is settled only after its commit. */
import {
  type Database,
  DatabaseError,
  faultOf,
  isOutcomeUnknown,
  isPassing,
  type Row,
  type Statement,
} from '../../db/client.ts';
import { Backoff } from '../../shared/async/backoff.ts';
import type { Cancel, Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { type CommitNumber, isOutOfStep } from './commit-number.ts';
import type { SequenceBatch, Sequences } from './sequences.ts';
import { ChangeWrite, type QueuedWrite, takeBatch } from './write.ts';

export interface GroupCommit {
  /** Queues a write; it is settled through its own callbacks. */
  submit(write: QueuedWrite): void;
  /** Queues a change without events; resolves once it is on disk, as `Engine.write` does. */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  /** Writes queued or held, as a measure of how far the disk is behind. */
  readonly backlog: number;
  /** Resolves when everything submitted so far is settled, or at once when the database fails. */
  flush(): Promise<void>;
}

const QUEUED_WRITES_MAX = 50_000;
const QUEUED_BYTES_MAX = 256 * 1024 * 1024;
/** How long writes wait for the outcome of their commit; then they fail with an unknown outcome. */
const OUTCOME_WAIT_MS = 30_000;
/** After so many lookups without an answer, new writes are refused at once. */
const OUTCOME_TRIES = 3;

const isNumberTaken = (error: unknown): boolean =>
  faultOf(error) === 'unique' && messageOf(error).includes('events.sequence');

interface Deps {
  readonly db: Pick<Database, 'batch'>;
  readonly sequences: Sequences;
  readonly clock: Clock;
  readonly log: Log;
  /** On a database server, where the answer to a commit can be lost; null: every outcome is known. */
  readonly number: CommitNumber | null;
  /** Called when it is known again what is on disk, so that memory can be reconciled with the table. */
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
  /** Why nothing new is taken while it is not known whether a commit took place. */
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
      write.failed(this.#unknownOutcome);
      return;
    }
    const isFull = this.#queue.length >= QUEUED_WRITES_MAX || this.#bytes >= QUEUED_BYTES_MAX;
    if (isFull && !write.mustSucceed) {
      write.failed(new DatabaseError('busy', 'the queue of writes is full'));
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
    // The end of this turn of the event loop: whatever else arrives in it shares the commit.
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    let hasFailed = false;
    // By themselves, so that nothing else is refused with them.
    if (this.#held.areDue) hasFailed = !(await this.#held.attempt((one) => this.#commit(one)));
    else this.#hold(await this.#commit(this.#take()));
    this.#isRunning = false;
    this.#schedule();
    if (this.backlog === 0 || hasFailed) for (const done of this.#idle.splice(0)) done();
  }

  #take(): QueuedWrite[] {
    const writes = takeBatch(this.#queue);
    for (const write of writes) this.#bytes -= write.bytes;
    return writes;
  }

  /** Resolves to those that must happen and have not. */
  async #commit(writes: readonly QueuedWrite[], isRecounted = false): Promise<QueuedWrite[]> {
    const { sequences, db, number } = this.#deps;
    const turn = sequences.begin();
    const first = number ? [number.raise()] : [];
    let parts: Statement[][];
    let rows: Row[][];
    try {
      parts = writes.map((write) => write.statements(turn));
      rows = await db.batch([...first, ...parts.flat(), ...turn.statements()]);
    } catch (error) {
      if (number && isOutcomeUnknown(error)) return this.#lookUp(number, turn, writes, error);
      if (number && isOutOfStep(error) && !isRecounted)
        return this.#repeat(number.reread(), writes);
      if (isNumberTaken(error) && !isRecounted) return this.#repeat(turn.recount(), writes);
      return this.#refused(writes, error);
    }
    turn.commit();
    number?.raised();
    this.#held.resume();
    let from = first.length;
    for (const [index, write] of writes.entries()) {
      const until = from + (parts[index]?.length ?? 0);
      write.committed(rows.slice(from, until));
      from = until;
    }
    return [];
  }

  /** Another process has changed what was counted on. No write is dropped: the same ones again, once. */
  async #repeat(recounted: Promise<void>, writes: readonly QueuedWrite[]): Promise<QueuedWrite[]> {
    // Should this fail, the next commit says why.
    await recounted.catch(() => {});
    return this.#commit(writes, true);
  }

  /** The answer is lost: no write is settled, and nothing else is begun, before it is known what is on disk. */
  async #lookUp(
    number: CommitNumber,
    turn: SequenceBatch,
    writes: readonly QueuedWrite[],
    error: unknown,
  ): Promise<QueuedWrite[]> {
    const waiting = new Set(writes.filter((write) => !write.mustSucceed));
    const fail = (reason: unknown) => {
      for (const write of waiting) write.failed(reason);
      waiting.clear();
    };
    const cancel = this.#deps.clock.after(OUTCOME_WAIT_MS, () => fail(error));
    this.#deps.log.warn('the answer to a commit was lost', { writes: writes.length });
    const isOnDisk = await number.outcome((why, tries) => this.#outcomeStillUnknown(why, tries));
    cancel();
    this.#unknownOutcome = null;
    this.#deps.log.info('it is known what became of the commit', { isOnDisk });
    if (isOnDisk) {
      turn.commit();
      for (const write of writes) if (write.mustSucceed || waiting.has(write)) write.found();
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
    for (const write of this.#takeOut(false)) write.failed(this.#unknownOutcome);
  }

  async #refused(writes: readonly QueuedWrite[], error: unknown): Promise<QueuedWrite[]> {
    if (isPassing(faultOf(error))) {
      for (const write of writes) if (!write.mustSucceed) write.failed(error);
      return writes.filter((write) => write.mustSucceed);
    }
    if (writes.length === 1) {
      writes[0]?.failed(error);
      return [];
    }
    // In halves: those that are not at fault still share a few commits.
    const half = Math.ceil(writes.length / 2);
    const refused = await this.#commit(writes.slice(0, half));
    return [...refused, ...(await this.#commit(writes.slice(half)))];
  }

  /** With these, what is queued behind them is held: all that must happen stays in its order. */
  #hold(refused: readonly QueuedWrite[]): void {
    if (refused.length === 0) return;
    this.#held.add([...refused, ...this.#takeOut(true)]);
    this.#deps.log.warn('results of attempts wait until the database takes them', {
      held: this.#held.size,
    });
    this.#held.pause();
  }

  /** Takes out of the queue all that must happen, or all that may fail. */
  #takeOut(mustSucceed: boolean): QueuedWrite[] {
    const { true: taken = [], false: left = [] } = Object.groupBy(this.#queue, (write) =>
      String(write.mustSucceed === mustSucceed),
    );
    this.#queue = left;
    this.#bytes = left.reduce((sum, write) => sum + write.bytes, 0);
    return taken;
  }
}

/** The pace at which they are tried, so that they are on disk soon after there is room again. */
const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 1_000;

class RefusedWrites {
  readonly #clock: Clock;
  readonly #due: () => void;
  #writes: QueuedWrite[] = [];
  /** Some are being tried and may come back before the others. */
  #isTrying = false;
  #cancelPause: Cancel | null = null;
  readonly #backoff = new Backoff({ firstMs: PAUSE_FIRST_MS, maxMs: PAUSE_MAX_MS });

  /** `due` is called when they are to be tried. */
  constructor(clock: Clock, due: () => void) {
    this.#clock = clock;
    this.#due = due;
  }

  get size(): number {
    return this.#writes.length;
  }

  /** Whether a write that comes now must be held behind others. */
  get hasAny(): boolean {
    return this.#isTrying || this.#writes.length > 0;
  }

  get areDue(): boolean {
    return this.#writes.length > 0 && this.#cancelPause === null;
  }

  add(writes: readonly QueuedWrite[]): void {
    this.#writes.push(...writes);
  }

  /** Tries the first of them; `attempt` resolves to those that were refused once more. Whether all were taken. */
  async attempt(
    attempt: (writes: readonly QueuedWrite[]) => Promise<QueuedWrite[]>,
  ): Promise<boolean> {
    this.#isTrying = true;
    const refused = await attempt(takeBatch(this.#writes));
    this.#isTrying = false;
    this.#writes.unshift(...refused);
    if (refused.length > 0) this.pause();
    return refused.length === 0;
  }

  /** They were refused: not at once again. */
  pause(): void {
    this.#cancelPause = this.#clock.after(this.#backoff.next(), () => {
      this.#cancelPause = null;
      this.#due();
    });
  }

  /** The database has taken something: they may be tried at once. */
  resume(): void {
    this.#cancelPause?.();
    this.#cancelPause = null;
    this.#backoff.reset();
  }
}
