/** Media that goes out by link: uploaded in bounded time, waiting included, since its event waits for it. */

import { createHash } from 'node:crypto';
import type { LinkedMedia, MediaLinks, MessageMedia } from '../events/publish/media-links.ts';
import { runWithin } from '../shared/async/deadline.ts';
import { FairSemaphore } from '../shared/async/fair-semaphore.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import type { Condition } from '../shared/condition.ts';
import { newId } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import { extensionOf } from '../shared/media-types.ts';
import { Quota } from '../shared/quota.ts';
import type { Bucket, ObjectContent, PutOutcome } from './bucket.ts';
import { BucketWatch } from './bucket-watch.ts';

/** Above this, media is not uploaded. */
export const STORED_BYTES_MAX = 100 * 1024 * 1024;
/** What uploads under way and waiting may hold together, and those of one instance. */
const HELD_BYTES_MAX = 256 * 1024 * 1024;
const HELD_BY_ONE_MAX = 200 * 1024 * 1024;
/** At once. */
const UPLOADS_MAX = { total: 16, perHolder: 6 };
const LIMIT_MS = 30_000;
/** While the last upload failed, a store that hangs must not hold up every message for the full time. */
const LIMIT_WHILE_DOWN_MS = 5_000;
const TRIES = 3;
const PAUSE_MS = 300;
/** A stop lets uploads under way end for this long. */
const STOP_GRACE_MS = 3_000;

const PROBE_KEY = 'gatehouse-check';
const PROBE: ObjectContent = {
  bytes: new TextEncoder().encode('Gatehouse writes this object to see whether it may.\n'),
  mimetype: 'text/plain',
};

interface MediaStoreDeps {
  readonly bucket: Bucket;
  readonly clock: Clock;
  readonly log: Log;
}

export class MediaStore implements MediaLinks {
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

  /** Sees in the background whether the bucket takes uploads. */
  start(): void {
    this.#watch.start();
  }

  /** Breaks uploads off after a short grace; those that come later fail at once. */
  stop(): void {
    this.#watch.stop();
    this.#deps.clock.after(STOP_GRACE_MS, () => this.#stopping.abort('the service stopped'));
  }

  async store(media: MessageMedia): Promise<LinkedMedia> {
    const size = media.bytes.byteLength;
    if (size > STORED_BYTES_MAX)
      return { mediaError: `the media has ${size} bytes, more than ${STORED_BYTES_MAX}` };
    const { streamId: instanceId } = media;
    if (!this.#held.hasRoom(size) || !this.#held.hasRoomFor(instanceId, size))
      return failure('too much media waits for its upload');
    this.#held.add(instanceId, size);
    const limit = this.#limit(this.condition.state === 'up' ? LIMIT_MS : LIMIT_WHILE_DOWN_MS);
    return runWithin(limit, ({ signal }) => this.#upload(media, signal)).finally(() => {
      this.#held.add(instanceId, -size);
    });
  }

  async #upload(media: MessageMedia, signal: AbortSignal): Promise<LinkedMedia> {
    const slots = this.#uploads.of(media.streamId);
    if (!(await slots.acquire(signal)))
      return failure(`${signal.reason}; other uploads were ahead`);
    try {
      const tries = this.condition.state === 'up' ? TRIES : 1;
      const { key, outcome } = await putAsNew(this.#deps, media, tries, signal);
      if (outcome.kind === 'stored') {
        this.#watch.succeeded();
        return { mediaUrl: this.#deps.bucket.link(key) };
      }
      const reason = outcome.kind === 'failed' ? outcome.reason : 'the object exists already';
      if (!this.#stopping.signal.aborted) this.#watch.failed(reason);
      return failure(reason);
    } finally {
      slots.release();
    }
  }

  #limit(ms: number) {
    return { clock: this.#deps.clock, ms, signal: this.#stopping.signal };
  }
}

const failure = (reason: string): LinkedMedia => ({
  mediaError: `the media could not be stored: ${reason}`,
});

/** Under the message's own key, or a variant of it: senders choose message ids, and must not replace each other's media. */
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

/** `{instanceId}/{yyyy}/{mm}/{messageId}{ext}`; `variant` tells objects of one message id apart. */
export function objectKey(object: StoredObject, variant?: string): string {
  const month = new Date(object.at).toISOString().slice(0, 7).replace('-', '/');
  const name = safeName(object.messageId) + (variant === undefined ? '' : `-${variant}`);
  return `${object.instanceId}/${month}/${name}${extensionOf(object.mimetype)}`;
}

/** The id itself where it can be part of a path; else what is left of it, told apart by a digest of the whole. */
function safeName(id: string): string {
  const name = id.replace(UNSAFE, '_').slice(0, ID_CHARACTERS_MAX);
  if (name === id && id !== '') return id;
  return `${name}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}
