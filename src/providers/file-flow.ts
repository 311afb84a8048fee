/** A file on its way from a platform to somebody who takes it at a pace of their own; little of it is in memory. */
import type { FileSink } from '../events/publish/media-links.ts';
import { AppError } from '../shared/errors.ts';

/**
 * Of one file, in memory. Nothing is handed on before so much has come, or all of it: until then a server that breaks
 * off can be replaced by another.
 */
const HELD_BYTES_MAX = 1024 * 1024;

export class FileFlow {
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isHandedOn = false;
  #isUnwanted = false;
  #outcome: 'whole' | Error | null = null;
  /** Resolves at the next change of any of these. */
  #change = Promise.withResolvers<void>();

  /** For one try to fetch the file, which `signal` ends. Its `finish` says whether the whole file was taken. */
  sink(signal: AbortSignal): FileSink<boolean> {
    // What the one before was given has left already.
    const isTooLate = this.#isHandedOn;
    const isWanted = () => !isTooLate && !this.#isUnwanted && !signal.aborted;
    signal.addEventListener('abort', () => this.#changed(), { once: true });
    return {
      write: async (bytes) => {
        if (!isWanted()) return false;
        this.#held.push(bytes);
        this.#heldBytes += bytes.byteLength;
        this.#changed();
        while (this.#heldBytes > HELD_BYTES_MAX && isWanted()) await this.#change.promise;
        return isWanted();
      },
      finish: async () => isWanted(),
      abandon: async () => {
        if (this.#isHandedOn) return;
        this.#held = [];
        this.#heldBytes = 0;
      },
    };
  }

  /** Nothing more comes: for this reason, or (null) because all of it has come and is what it should be. */
  end(failure: Error | null): void {
    this.#outcome = failure ?? 'whole';
    this.#changed();
  }

  /**
   * The content, once it has begun to come; rejects with the failure when it does not. What fails later is thrown while
   * it is read; whoever stops reading ends the flow.
   */
  async content(): Promise<AsyncIterable<Uint8Array>> {
    while (this.#heldBytes <= HELD_BYTES_MAX && this.#outcome === null) await this.#change.promise;
    if (this.#outcome instanceof Error) throw this.#outcome;
    this.#isHandedOn = true;
    return this.#read();
  }

  async *#read(): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const next = this.#held.shift();
        if (next !== undefined) {
          this.#heldBytes -= next.byteLength;
          this.#changed();
          yield next;
        } else if (this.#outcome === null) await this.#change.promise;
        else if (this.#outcome === 'whole') return;
        else throw this.#outcome;
      }
    } finally {
      this.#isUnwanted = true;
      this.#changed();
    }
  }

  #changed(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}

/** Why a file cannot be had. */
export interface NotFetched {
  readonly error: string;
  /** Nobody has it any more. */
  readonly isGone: boolean;
}

/**
 * The content of the file that `bring` puts into the flow it is given, and says whether that took all of it. Rejects
 * with `gone` or `unavailable` when it does not come.
 */
export function contentOf(
  bring: (flow: FileFlow) => Promise<boolean | NotFetched>,
): Promise<AsyncIterable<Uint8Array>> {
  const flow = new FileFlow();
  bring(flow).then(
    (taken) => flow.end(taken === true ? null : failureOf(taken || BROKEN_OFF)),
    (error) => flow.end(error),
  );
  return flow.content();
}

const BROKEN_OFF: NotFetched = {
  isGone: false,
  error: 'the file stopped coming: ask for it again',
};

const failureOf = ({ isGone, error }: NotFetched): AppError =>
  new AppError(isGone ? 'gone' : 'unavailable', error);
