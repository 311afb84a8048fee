/**
 * Files of messages on any platform: streamed to somebody who reads them at their own pace with little of them in
 * memory, or collected; and how many are fetched at the same time.
 */
import type { FileSink } from '../events/publish/media-links.ts';
import { FairSemaphore } from '../shared/async/semaphore.ts';
import { type AppError, failure } from '../shared/errors.ts';
import type { FileField, FileInMessage } from '../shared/file-in-message.ts';

/**
 * The most bytes of one file in memory. Nothing is handed on before this many, or all of them, have come: until then
 * another server can replace one that breaks off.
 */
const HELD_BYTES_MAX = 1024 * 1024;

/** Streams a file from a platform to somebody who reads it at their own pace, with little of it in memory. */
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

const failureOf = ({ isGone, error: problem }: NotFetched): AppError =>
  failure(isGone ? 'file_gone' : 'file_unavailable', { problem });

export interface MessageFile {
  /** Read it at once, and once; it throws when the file turns out to be wrong or stops coming. */
  readonly content: AsyncIterable<Uint8Array>;
  /** The field that holds it, such as `imageMessage`. */
  readonly field: FileField;
  readonly mimetype: string;
  readonly fileName: string | null;
  readonly caption: string | null;
  /** In pixels. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Returns the file with what its message says of it. */
export const messageFile = (
  { field, said }: FileInMessage,
  content: AsyncIterable<Uint8Array>,
): MessageFile => ({
  content,
  field,
  mimetype: textOf(said.mimetype) ?? 'application/octet-stream',
  fileName: textOf(said.fileName) ?? textOf(said.title),
  caption: textOf(said.caption),
  width: sizeOf(said.width),
  height: sizeOf(said.height),
});

/** Returns the content of a file that is completely in memory. */
export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const sizeOf = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? value : null;

export interface FileInMemory {
  readonly bytes: Uint8Array;
}

/** Collects a file in memory. */
export function memorySink(): FileSink<FileInMemory> {
  let chunks: Uint8Array[] = [];
  return {
    async write(bytes) {
      chunks.push(bytes);
      return true;
    },
    finish: async () => ({ bytes: Buffer.concat(chunks) }),
    async abandon() {
      chunks = [];
    },
  };
}

const SMALL_BYTES = 16 * 1024 * 1024;
/** Together they take up to a quarter of 512 MiB. */
const OF_SMALL = { total: 8, perHolder: 3 };
const OF_LARGE = { total: 4, perHolder: 2 };

/**
 * Returns places by instance for files of at most `bytesMax`: an instance with slow files leaves places to the others.
 */
export const createFilePlaces = (bytesMax: number): FairSemaphore =>
  new FairSemaphore(bytesMax <= SMALL_BYTES ? OF_SMALL : OF_LARGE);
