/** Uploads media that events link to. The time, including waiting, is bounded, since the event waits for it. */

import { createHash } from 'node:crypto';
import type {
  FileSink,
  LinkedMedia,
  MediaLinks,
  MediaSinks,
  MessageMedia,
} from '../../core/events/publish/media-links.ts';
import { abortError, runWithin } from '../../core/shared/async/deadline.ts';
import { FairSemaphore } from '../../core/shared/async/semaphore.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import type { Condition } from '../../core/shared/condition.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { newId } from '../../core/shared/ids.ts';
import type { Log } from '../../core/shared/log.ts';
import { extensionOf } from '../../core/shared/media-types.ts';
import { Quota } from '../../core/shared/quota.ts';
import { type Bucket, contentTypeOf, type ObjectContent, type PutOutcome } from './bucket.ts';
import { BucketWatch } from './bucket-watch.ts';
import { MediaUpload, notStored, UPLOAD_BYTES, type UploadSteps } from './media-upload.ts';
import { beginParts, removeQuietly } from './parted-upload.ts';
import type { AskStore } from './store-requests.ts';

/** The bytes that running and waiting uploads may hold, in all and for one instance. */
const HELD_BYTES_MAX = 256 * 1024 * 1024;
const HELD_BY_ONE_MAX = 200 * 1024 * 1024;
/** The most at once. */
const UPLOADS_MAX = { total: 16, perHolder: 6 };
const LIMIT_MS = 30_000;
/** After a failed upload this limit counts, so that a hanging store does not delay every message for the full time. */
const LIMIT_WHILE_DOWN_MS = 5_000;
const TRIES = 3;
const PAUSE_MS = 300;
/** How long a stop lets running uploads continue. */
const STOP_GRACE_MS = 3_000;

const PROBE_KEY = 'gatehouse-check';
const PROBE: ObjectContent = {
  bytes: new TextEncoder().encode('Gatehouse writes this object to see whether it may.\n'),
  mimetype: 'text/plain',
};

interface MediaStoreDeps {
  readonly bucket: Bucket;
  /** Requests to the same bucket, for files in parts. */
  readonly ask: AskStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Larger media is not uploaded. */
export const STORED_BYTES_MAX = 100 * 1024 * 1024;

export class MediaStore implements MediaLinks, MediaSinks {
  readonly bytesMax = STORED_BYTES_MAX;
  readonly #deps: MediaStoreDeps;
  readonly #uploads = new FairSemaphore(UPLOADS_MAX);
  readonly #held = new Quota(HELD_BYTES_MAX, HELD_BY_ONE_MAX);
  readonly #stopping = new AbortController();
  readonly #watch: BucketWatch;

  constructor(deps: MediaStoreDeps) {
    this.#deps = deps;
    const { bucket, clock, log } = deps;
    const probe = () =>
      runWithin(this.#limit(LIMIT_WHILE_DOWN_MS), async ({ signal }) => {
        const outcome = await bucket.replace(PROBE_KEY, PROBE, signal);
        return outcome.kind === 'failed' ? outcome.reason : null;
      });
    this.#watch = new BucketWatch({ clock, log, probe });
  }

  get condition(): Condition {
    return this.#watch.condition;
  }

  /** Starts checking in the background whether the bucket takes uploads. */
  start(): void {
    this.#watch.start();
  }

  /** Ends uploads after a short grace; later ones fail at once. */
  stop(): void {
    this.#watch.stop();
    this.#deps.clock.after(STOP_GRACE_MS, () =>
      this.#stopping.abort(new Error('the service stopped')),
    );
  }

  async store(media: MessageMedia): Promise<LinkedMedia> {
    const { streamId: instanceId, bytes } = media;
    const size = bytes.byteLength;
    if (size > STORED_BYTES_MAX)
      return { mediaError: `the media has ${size} bytes, more than ${STORED_BYTES_MAX}` };
    const held = this.#held.take(instanceId, size);
    if (held === null) return notStored(NO_ROOM);
    return this.#request(instanceId, (signal) => this.#put(media, signal))
      .then(
        (key) => ({ mediaUrl: this.#deps.bucket.link(key) }),
        (error) => notStored(messageOf(error)),
      )
      .finally(() => held.release());
  }

  sink(file: Omit<MessageMedia, 'bytes'>, signal: AbortSignal): FileSink<LinkedMedia> {
    const { bucket } = this.#deps;
    const { streamId: instanceId } = file;
    const held = this.#held.take(instanceId, UPLOAD_BYTES);
    const request = <T>(work: (limited: AbortSignal) => Promise<T>) =>
      this.#request(instanceId, work, signal);
    const steps: UploadSteps = {
      request,
      whole: (bytes) =>
        request(async (limited) => bucket.link(await this.#put({ ...file, bytes }, limited))),
      begin: () => request((limited) => this.#begin(file, limited)),
      onEnd: () => held?.release(),
    };
    return new MediaUpload(steps, held === null ? NO_ROOM : null);
  }

  /**
   * An empty object takes the key first, since not every store can make an upload in parts fail when the key is taken.
   */
  async #begin(file: Omit<MessageMedia, 'bytes'>, signal: AbortSignal) {
    const { bucket } = this.#deps;
    const key = await this.#put({ ...file, bytes: new Uint8Array() }, signal);
    const mimetype = contentTypeOf(file.mimetype);
    try {
      const parts = await beginParts(this.#deps, { key, mimetype, ownsKey: true }, signal);
      return { parts, link: bucket.link(key) };
    } catch (error) {
      await removeQuietly(this.#deps, key);
      throw error;
    }
  }

  /**
   * Runs a request within its time, including waiting, and notes whether the bucket succeeded. Rejects with the reason.
   */
  async #request<T>(
    instanceId: string,
    work: (signal: AbortSignal) => Promise<T>,
    outer?: AbortSignal,
  ): Promise<T> {
    const limit = this.#limit(this.#isUp ? LIMIT_MS : LIMIT_WHILE_DOWN_MS, outer);
    const slots = this.#uploads.of(instanceId);
    return runWithin(limit, async ({ signal }) => {
      const slot = await slots.acquire(signal);
      if (slot === null) throw new Error(`${abortError(signal).message}; other uploads were ahead`);
      try {
        const result = await work(signal);
        this.#watch.recordSuccess();
        return result;
      } catch (error) {
        if (!limit.signal.aborted) this.#watch.recordFailure(messageOf(error));
        throw error;
      } finally {
        slot.release();
      }
    });
  }

  /** Returns the key of the new object. Rejects with the reason when it cannot be stored. */
  async #put(media: MessageMedia, signal: AbortSignal): Promise<string> {
    const { key, outcome } = await putAsNew(this.#deps, media, this.#isUp ? TRIES : 1, signal);
    if (outcome.kind === 'stored') return key;
    throw new Error(outcome.kind === 'failed' ? outcome.reason : 'the object exists already');
  }

  get #isUp(): boolean {
    return this.condition.state === 'up';
  }

  #limit(ms: number, outer?: AbortSignal) {
    const stopping = this.#stopping.signal;
    const signal = outer === undefined ? stopping : AbortSignal.any([stopping, outer]);
    return { clock: this.#deps.clock, ms, signal };
  }
}

const NO_ROOM = 'too much media waits for its upload';

/**
 * Uses the message's own key or a variant of it: senders choose message ids, and must not replace each other's media.
 */
async function putAsNew(
  deps: MediaStoreDeps,
  { streamId: instanceId, messageId, bytes, mimetype }: MessageMedia,
  tries: number,
  signal: AbortSignal,
): Promise<{ key: string; outcome: PutOutcome }> {
  const object = { instanceId, messageId, mimetype, at: deps.clock.now() };
  const put = async (key: string) => {
    const outcome = await putWithRetries(deps, key, { bytes, mimetype }, tries, signal);
    return { key, outcome };
  };
  const first = await put(objectKey(object));
  return first.outcome.kind === 'taken' ? put(objectKey(object, newId())) : first;
}

async function putWithRetries(
  { bucket, clock }: MediaStoreDeps,
  key: string,
  content: ObjectContent,
  tries: number,
  signal: AbortSignal,
): Promise<PutOutcome> {
  for (let left = tries - 1; ; left--) {
    const outcome = await bucket.put(key, content, signal);
    if (outcome.kind !== 'failed' || !outcome.isTransient || left <= 0) return outcome;
    await sleep(clock, PAUSE_MS, signal);
  }
}

const ID_CHARACTERS_MAX = 128;
const UNSAFE = /[^A-Za-z0-9_-]/g;

interface StoredObject {
  readonly instanceId: string;
  readonly messageId: string;
  readonly mimetype: string;
  /** Ms since 1970; year and month of the key are those of UTC. */
  readonly at: number;
}

/** Returns `{instanceId}/{yyyy}/{mm}/{messageId}{ext}`; `variant` distinguishes objects of one message id. */
export function objectKey(object: StoredObject, variant?: string): string {
  const month = new Date(object.at).toISOString().slice(0, 7).replace('-', '/');
  const name = safeName(object.messageId) + (variant === undefined ? '' : `-${variant}`);
  return `${object.instanceId}/${month}/${name}${extensionOf(object.mimetype)}`;
}

/** Returns the id if it can be part of a path; else its safe characters and a digest of the whole. */
function safeName(id: string): string {
  const name = id.replace(UNSAFE, '_').slice(0, ID_CHARACTERS_MAX);
  if (name === id && id !== '') return id;
  return `${name}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}
