/** The main thread's side of the commit thread. One group of jobs runs at a time. */
import { ownModule } from '../shared/own-files.ts';
import { DatabaseError, type Row } from './client.ts';
import type { Command, Reply } from './commit-worker.ts';
import { type Job, type Outcome, rowsOf } from './jobs.ts';
import { refuseUnstorable } from './parameters.ts';

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

interface QueuedJob {
  readonly job: Job;
  readonly resolve: (rows: Row[][]) => void;
  readonly reject: (error: unknown) => void;
}

const WAITING_MAX = 50_000;
const STATEMENTS_PER_GROUP = 4_096;

export class CommitThread {
  readonly #options: CommitThreadOptions;
  readonly #worker: Worker;
  #queue: QueuedJob[] = [];
  #running: QueuedJob[] = [];
  #isScheduled = false;
  #state: 'opening' | 'open' | 'closing' | 'gone' = 'opening';
  #end: DatabaseError | null = null;
  readonly #gone = Promise.withResolvers<void>();

  constructor(options: CommitThreadOptions) {
    this.#options = options;
    // An idle thread does not keep the process alive, even if a database was not closed.
    this.#worker = new Worker(ownModule('src/db/commit-worker.ts'), { ref: false });
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
    if (this.#queue.length >= WAITING_MAX)
      throw new DatabaseError('busy', 'the queue of writes is full');
    // This is checked here because some of what cannot be stored cannot be sent to a thread either.
    for (const { params } of job.statements) refuseUnstorable(params);
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#schedule();
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

  #schedule(): void {
    if (this.#isScheduled || this.#running.length > 0) return;
    this.#isScheduled = true;
    // Waits until the end of this turn of the event loop, so that everything that arrives in it shares the commit.
    setImmediate(() => this.#send());
  }

  /** Callers that got an answer may have further jobs; these share the next group, one turn later. */
  #scheduleAfterAnswers(): void {
    this.#isScheduled = true;
    setImmediate(() => setImmediate(() => this.#send()));
  }

  #send(): void {
    this.#isScheduled = false;
    this.#running = takeGroup(this.#queue);
    this.#queue = this.#queue.slice(this.#running.length);
    if (this.#running.length === 0) return;
    this.#worker.ref();
    this.#post({ kind: 'run', jobs: this.#running.map(({ job }) => job) });
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
    if (this.#queue.length > 0) this.#scheduleAfterAnswers();
    else if (this.#state === 'closing') this.#post({ kind: 'close' });
    else this.#worker.unref();
    this.#options.onAnswered(commitMs);
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
    for (const { reject } of [...this.#running.splice(0), ...this.#queue.splice(0)]) reject(end);
    if (wasOpening) this.#options.onRefused(end);
    else this.#options.died(end);
  }
}

const NO_OUTCOME: Outcome = { fault: 'other', message: 'the commit thread gave no answer' };

/** Takes at least one job; a job without a transaction is a group of its own. */
function takeGroup(queue: readonly QueuedJob[]): QueuedJob[] {
  let statements = 0;
  let count = 0;
  for (const { job } of queue) {
    statements += job.statements.length;
    if (count > 0 && (job.isAlone || statements > STATEMENTS_PER_GROUP)) break;
    count++;
    if (job.isAlone) break;
  }
  return queue.slice(0, count);
}
