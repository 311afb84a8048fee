/** Writes that wait for a commit: those that arrive together share one, and one commit runs at a time. */
import { leaveUnhandled } from '../shared/unhandled-faults.ts';

export interface SizedWrite {
  /** The approximate number of rows that it changes, and of bytes. */
  readonly rows: number;
  readonly bytes: number;
}

/** The limits of one commit; a single write may exceed them. */
export interface CommitLimits {
  readonly rows: number;
  readonly bytes: number;
}

interface WriteQueueOptions {
  readonly commitLimits: CommitLimits;
  /** How many writes may wait, and bytes of them. */
  readonly writesMax: number;
  readonly bytesMax: number;
  /** Commits and settles what it takes from the queue. */
  readonly commit: () => Promise<void>;
  /** Whether there is something to commit; by default when writes wait. */
  readonly hasWork?: () => boolean;
  /** Called after each `commit`. */
  readonly onEnd?: () => void;
}

export class WriteQueue<W extends SizedWrite> {
  readonly #options: WriteQueueOptions;
  #writes: W[] = [];
  #bytes = 0;
  #isRunning = false;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#writes.length;
  }

  /** Whether a commit is planned or runs. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  get isFull(): boolean {
    const { writesMax, bytesMax } = this.#options;
    return this.#writes.length >= writesMax || this.#bytes >= bytesMax;
  }

  add(write: W): void {
    this.#writes.push(write);
    this.#bytes += write.bytes;
    this.schedule();
  }

  /** Plans a commit, unless nothing is to be committed or one is planned or running already. */
  schedule(): void {
    const { hasWork = () => this.#writes.length > 0 } = this.#options;
    if (this.#isRunning || !hasWork()) return;
    this.#isRunning = true;
    // Waits until the end of this turn of the event loop, so that everything that arrives in it shares the commit.
    setImmediate(() => void this.#run());
  }

  /** Removes and returns the first writes, as many as one commit takes. */
  take(): W[] {
    const writes = takeFirst(this.#writes, this.#options.commitLimits);
    for (const { bytes } of writes) this.#bytes -= bytes;
    return writes;
  }

  /** Removes and returns the writes for which `isWanted` holds. */
  takeThose(isWanted: (write: W) => boolean): W[] {
    const taken = this.#writes.filter(isWanted);
    this.#writes = this.#writes.filter((write) => !isWanted(write));
    this.#bytes = this.#writes.reduce((sum, { bytes }) => sum + bytes, 0);
    return taken;
  }

  async #run(): Promise<void> {
    try {
      await this.#options.commit();
    } catch (error) {
      // The writes that come later must not wait for these.
      leaveUnhandled(error);
    }
    this.#isRunning = false;
    this.schedule();
    this.#options.onEnd?.();
  }
}

/** Removes and returns the first writes of a list, as many as one commit takes, and at least one. */
export function takeFirst<W extends SizedWrite>(writes: W[], limits: CommitLimits): W[] {
  let count = 0;
  let rows = 0;
  let bytes = 0;
  for (const write of writes) {
    rows += write.rows;
    bytes += write.bytes;
    if (count > 0 && (rows > limits.rows || bytes > limits.bytes)) break;
    count++;
  }
  return writes.splice(0, count);
}
