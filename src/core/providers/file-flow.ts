/** Streams a file from a platform to somebody who reads it at their own pace, with little of it in memory. */
import type { FileSink } from '../events/publish/media-links.ts';
import { AppError } from '../shared/errors.ts';

/**
 * The most bytes of one file in memory. Nothing is handed on before this many, or all of them, have come: until then
 * another server can replace one that breaks off.
 */
const HELD_BYTES_MAX = 1024 * 1024;

export class FileFlow {
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isHandedOn = false;
  #isUnwanted = false;
  #outcome: 'whole' | Error | null = null;
  /** Resolves at the next change of any of these fields. */
  #change = Promise.withResolvers<void>();

  /**
   * Returns a sink for one try to fetch the file, which `signal` ends. Its `finish` tells whether the whole file was
   * taken.
   */
  sink(signal: AbortSignal): FileSink<boolean> {
    // Bytes of the previous try have left already.
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

  /** Ends the flow: with a failure, or with null because the complete, correct file has come. */
  end(failure: Error | null): void {
    this.#outcome = failure ?? 'whole';
    this.#changed();
  }

  /**
   * Resolves with the content once it has begun to come; rejects with the failure when it does not. A later failure is
   * thrown while it is read. A reader who stops ends the flow.
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

/** Why a file cannot be fetched. */
export interface NotFetched {
  /** In words on which a receiver of the message can act. */
  readonly error: string;
  /** True if the platform no longer has it; a phone may upload it again, under another path. */
  readonly isGone: boolean;
}

/**
 * Resolves with the content of the file that `bring` puts into the flow; `bring` tells whether the flow took all of it.
 * Rejects with `gone` or `unavailable` when the file does not come.
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
