/** The main thread's side of the commit thread. One group of jobs runs at a time. */
import { yieldToEventLoop } from '../shared/clock.ts';
import { ownModule } from '../shared/own-files.ts';
import { DatabaseError, type Row } from './client.ts';
import type { Command, Reply } from './commit-worker.ts';
import { type Job, type Outcome, rowsOf } from './jobs.ts';
import { refuseUnstorable } from './parameters.ts';
import { type SizedWrite, WriteQueue } from './write-queue.ts';

interface CommitThreadOptions {
  readonly path: string;
  /** Called when its connection is open. */
  readonly onOpened: () => void;
  /** Called when it could not open the file or ended before that; the thread is gone. */
  readonly onRefused: (error: DatabaseError) => void;
  /** Called when a group is answered; `commitMs` is null when nothing was committed. */
  readonly onAnswered: (commitMs: number | null) => void;
  /** Called when it ended unexpectedly: its last group may be on disk or not, and no answer will come. */
  readonly died: (error: DatabaseError) => void;
}

interface QueuedJob extends SizedWrite {
  readonly job: Job;
  readonly resolve: (rows: Row[][]) => void;
  readonly reject: (error: unknown) => void;
}

const QUEUE_LIMITS = {
  commitLimits: { rows: 4_096, bytes: Number.POSITIVE_INFINITY },
  writesMax: 50_000,
  bytesMax: Number.POSITIVE_INFINITY,
};

export class CommitThread {
  readonly #options: CommitThreadOptions;
  readonly #worker: Worker;
  readonly #queue: WriteQueue<QueuedJob>;
  #running: QueuedJob[] = [];
  /** Ends the commit of the jobs that run. */
  #answered = () => {};
  #state: 'opening' | 'open' | 'closing' | 'gone' = 'opening';
  #end: DatabaseError | null = null;
  readonly #gone = Promise.withResolvers<void>();

  constructor(options: CommitThreadOptions) {
    this.#options = options;
    this.#queue = new WriteQueue({ ...QUEUE_LIMITS, commit: () => this.#commitNext() });
    // An idle thread does not keep the process alive, even if a database was not closed.
    this.#worker = new Worker(ownModule('src/core/db/commit-worker.ts'), { ref: false });
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#receive(data);
    this.#worker.onerror = ({ message }) => this.#died(message);
    this.#worker.addEventListener('close', () => this.#died('it stopped'));
    this.#post({ kind: 'open', path: options.path });
  }

  /** Whether no job waits or runs. */
  get isIdle(): boolean {
    return this.#queue.length + this.#running.length === 0;
  }

  /** Runs jobs in the order of the calls. Rejects with a DatabaseError, which is `busy` when too many wait. */
  async run(job: Job): Promise<Row[][]> {
    if (this.#end) throw this.#end;
    if (this.#queue.isFull) throw new DatabaseError('busy', 'the queue of writes is full');
    // This is checked here because some values that cannot be stored cannot be sent to a thread either.
    for (const { params } of job.statements) refuseUnstorable(params);
    return new Promise((resolve, reject) => {
      // A job without a transaction fits into no group of several.
      const rows = job.isAlone ? Number.POSITIVE_INFINITY : job.statements.length;
      this.#queue.add({ job, rows, bytes: 0, resolve, reject });
    });
  }

  /** Resolves when every job has ended and the connection is closed. No job may follow. */
  async close(): Promise<void> {
    if (this.#state === 'gone') return;
    this.#state = 'closing';
    this.#worker.ref();
    if (this.isIdle) this.#post({ kind: 'close' });
    await this.#gone.promise;
  }

  #post(command: Command): void {
    this.#worker.postMessage(command);
  }

  async #commitNext(): Promise<void> {
    this.#running = this.#queue.take();
    if (this.#running.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#answered = resolve;
    this.#worker.ref();
    this.#post({ kind: 'run', jobs: this.#running.map(({ job }) => job) });
    await promise;
    // Callers that got an answer may have further jobs; these share the next group, one turn later.
    if (this.#queue.length > 0) await yieldToEventLoop();
  }

  #receive(reply: Reply): void {
    if (reply.kind === 'ran') this.#settle(reply.outcomes, reply.commitMs);
    else if (reply.kind === 'opened') this.#handleOpened();
    else this.#terminate();
    if (reply.kind === 'refused')
      this.#options.onRefused(new DatabaseError(reply.fault, reply.message));
  }

  #handleOpened(): void {
    if (this.#state !== 'opening') return;
    this.#state = 'open';
    this.#options.onOpened();
  }

  #settle(outcomes: readonly Outcome[], commitMs: number | null): void {
    const settled = this.#running;
    this.#running = [];
    for (const [index, { resolve, reject }] of settled.entries()) {
      try {
        resolve(rowsOf(outcomes[index] ?? NO_OUTCOME));
      } catch (error) {
        reject(error);
      }
    }
    if (this.#queue.length === 0) {
      if (this.#state === 'closing') this.#post({ kind: 'close' });
      else this.#worker.unref();
    }
    this.#options.onAnswered(commitMs);
    this.#answered();
  }

  #terminate(): void {
    this.#state = 'gone';
    this.#worker.terminate();
    this.#gone.resolve();
  }

  #died(reason: string): void {
    if (this.#state === 'gone') return;
    const wasOpening = this.#state === 'opening';
    const end = new DatabaseError('other', `the commit thread ended: ${reason}`);
    this.#end = end;
    this.#terminate();
    const unanswered = [...this.#running.splice(0), ...this.#queue.takeThose(() => true)];
    for (const { reject } of unanswered) reject(end);
    if (wasOpening) this.#options.onRefused(end);
    else this.#options.died(end);
  }
}

const NO_OUTCOME: Outcome = { fault: 'other', message: 'the commit thread gave no answer' };
