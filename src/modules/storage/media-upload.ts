/** Stores a file as it comes: a small one in one request, others in parts of which two are in memory. */
import { createHash } from 'node:crypto';
import type { FileSink, LinkedMedia } from '../../core/events/publish/media-links.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { PartedUpload } from './parted-upload.ts';

/** Size of all parts but the last: the least that stores take. */
const PART_BYTES = 5 * 1024 * 1024;
/** The most that an upload holds: the part that is being filled and the one that is being sent. */
export const UPLOAD_BYTES = 2 * PART_BYTES;
const FIRST_BYTES = 64 * 1024;

/** Requests to the store; each ends within bounded time and rejects with an error whose message is the reason. */
export interface UploadSteps {
  /** Stores a complete file and returns the link to it. */
  whole(bytes: Uint8Array): Promise<string>;
  /** Takes a free key, and begins an upload in parts under it. */
  begin(): Promise<{ readonly parts: PartedUpload; readonly link: string }>;
  /** Runs a request of the upload that has begun. */
  request(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Called once, when nothing of the upload is in memory any more. */
  onEnd(): void;
}

/** Returns what an event says of media that could not be stored. */
export const notStored = (reason: string): LinkedMedia => ({
  mediaError: `the media could not be stored: ${reason}`,
});

export class MediaUpload implements FileSink<LinkedMedia> {
  readonly #steps: UploadSteps;
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** How many bytes of the buffer are filled. */
  #filled = 0;
  #hash = createHash('sha256');
  /** The buffer of the part that was sent last, for reuse. */
  #spare: Buffer<ArrayBuffer> | null = null;
  #begun: Awaited<ReturnType<UploadSteps['begin']>> | null = null;
  #sent = 0;
  #size = 0;
  /** Resolves when the current part was sent; never rejects. */
  #sending: Promise<void> = Promise.resolve();
  #failure: string | null;

  /** `refusal` is why nothing can be taken, or null. */
  constructor(steps: UploadSteps, refusal: string | null) {
    this.#steps = steps;
    this.#failure = refusal;
  }

  async write(bytes: Uint8Array): Promise<boolean> {
    for (let from = 0; from < bytes.length && this.#failure === null; ) {
      // It waits until more comes, since the last part needs at least one byte.
      if (this.#filled === PART_BYTES) await this.#sendPart();
      from += this.#fill(bytes.subarray(from));
    }
    return this.#failure === null;
  }

  async finish(): Promise<LinkedMedia> {
    const link = await this.#finish();
    if (link === null) await this.#giveUp();
    this.#letGo();
    return link === null ? notStored(this.#failure ?? 'nothing was sent') : { mediaUrl: link };
  }

  async abandon(): Promise<void> {
    await this.#giveUp();
    this.#letGo();
  }

  async #finish(): Promise<string | null> {
    if (this.#failure === null && this.#begun === null) {
      const whole = this.#buffer.subarray(0, this.#filled);
      return this.#try(() => this.#steps.whole(whole));
    }
    await this.#sendPart();
    await this.#sending;
    const begun = this.#begun;
    if (begun === null) return null;
    return this.#try(async () => {
      await this.#steps.request((signal) => begun.parts.complete(this.#size, signal));
      return begun.link;
    });
  }

  /** Returns what `work` returns, or null when it, or something before it, has failed. */
  async #try<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#failure !== null) return null;
    try {
      return await work();
    } catch (error) {
      this.#failure ??= messageOf(error);
      return null;
    }
  }

  /** Copies as many bytes as the part still takes, and returns their number. */
  #fill(bytes: Uint8Array): number {
    const needed = Math.min(PART_BYTES, this.#filled + bytes.length);
    if (needed > this.#buffer.length) this.#grow(needed);
    const taken = bytes.subarray(0, this.#buffer.length - this.#filled);
    this.#buffer.set(taken, this.#filled);
    this.#hash.update(taken);
    this.#filled += taken.length;
    this.#size += taken.length;
    return taken.length;
  }

  #grow(needed: number): void {
    const size = Math.min(PART_BYTES, Math.max(needed, this.#buffer.length * 2));
    const larger = Buffer.allocUnsafeSlow(size);
    larger.set(this.#buffer.subarray(0, this.#filled));
    this.#buffer = larger;
  }

  /** Waits for the previous part and sends the full one while the next one is filled. */
  async #sendPart(): Promise<void> {
    await this.#sending;
    this.#begun ??= await this.#try(() => this.#steps.begin());
    const begun = this.#begun;
    if (begun === null) return;
    const buffer = this.#buffer;
    const part = { body: buffer.subarray(0, this.#filled), bodyHash: this.#hash.digest('hex') };
    const index = this.#sent++;
    this.#buffer = this.#spare ?? Buffer.allocUnsafeSlow(PART_BYTES);
    this.#spare = null;
    this.#filled = 0;
    this.#hash = createHash('sha256');
    const put = () => this.#steps.request((signal) => begun.parts.put(index, part, signal));
    this.#sending = this.#try(put).then(() => {
      this.#spare = buffer;
    });
  }

  async #giveUp(): Promise<void> {
    await this.#sending;
    await this.#begun?.parts.abandon();
  }

  #letGo(): void {
    this.#buffer = Buffer.alloc(0);
    this.#spare = null;
    this.#steps.onEnd();
  }
}
