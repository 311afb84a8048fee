/** Uploads media. */
import { count, jsonIn, record, text } from '../../../core/providers/foreign-values.ts';
import { FAMILY } from '../../../core/providers/media-content.ts';
import type { MediaKind, OutgoingMedia } from '../../../core/providers/outgoing.ts';
import { runWithin } from '../../../core/shared/async/deadline.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import type { BinaryNode } from '../engine/surface.ts';
import { bareJid, isNewsletter } from '../translate/jids.ts';
import { attribute, child, children } from '../translate/node.ts';
import { type SealedFile, seal, sha256, type UnsealedFile } from './cipher.ts';
import { addressOf, type MediaAnswer, type MediaTransport } from './transport.ts';

/** Where the platform currently takes uploads, and the token for them. */
export interface MediaConnection {
  readonly auth: string;
  readonly hosts: readonly { readonly hostname: string }[];
}

interface UploadDeps {
  readonly transport: MediaTransport;
  readonly clock: Clock;
  /** Returns what is known, or asks the platform again when `isStale`. May reject. */
  connection(isStale: boolean): Promise<MediaConnection>;
  readonly signal?: AbortSignal;
}

interface UploadPlace {
  readonly directPath: string;
  readonly url: string;
  /** The handle by which a message in a channel must name it. */
  readonly handle?: string;
}
type UploadResult = UploadPlace | { readonly error: string };
export type Upload = (file: SealedFile | UnsealedFile, kind: MediaKind) => Promise<UploadResult>;

/** The limit for the whole upload. */
const UPLOAD_MS = 60_000;
const MOST_HOSTS = 4;
/** An answer is a few fields of JSON. */
const ANSWER_BYTES = 64 * 1_024;

/** The upload never rejects. */
export function createUpload(deps: UploadDeps): Upload {
  const { clock, signal } = deps;
  return (file, kind) =>
    runWithin({ clock, ms: UPLOAD_MS, signal }, async (limited) => {
      let uploaded = await uploadTo(false, file, kind, deps, limited.signal);
      // An expired token is the usual reason; the platform gives a new one.
      if ('error' in uploaded && !limited.signal.aborted)
        uploaded = await uploadTo(true, file, kind, deps, limited.signal);
      return 'error' in uploaded && limited.isOver()
        ? { error: `the media was not uploaded within ${UPLOAD_MS} ms` }
        : uploaded;
    });
}

/** Tries one host after another, until one takes it. */
async function uploadTo(
  isStale: boolean,
  file: SealedFile | UnsealedFile,
  kind: MediaKind,
  deps: UploadDeps,
  signal: AbortSignal,
): Promise<UploadResult> {
  const connection = await deps.connection(isStale).catch(() => null);
  if (connection === null) return { error: 'the platform did not say where to upload media' };
  const isSealed = 'fileEncSha256' in file;
  const sum = isSealed ? file.fileEncSha256 : file.fileSha256;
  const token = Buffer.from(sum).toString('base64url');
  const auth = encodeURIComponent(connection.auth);
  const place = isSealed ? `/mms/${kind}` : `/newsletter/newsletter-${kind}`;
  const path = `${place}/${token}?auth=${auth}&token=${token}`;
  let uploaded: UploadResult = { error: 'the platform named no host to upload media to' };
  for (const { hostname } of connection.hosts.slice(0, MOST_HOSTS)) {
    const address = addressOf(hostname, path);
    if (address === null) continue;
    const request = { limitBytes: ANSWER_BYTES, signal };
    uploaded = outcomeOf(await deps.transport.post(address, file.bytes, request));
    if (!('error' in uploaded) || signal.aborted) break;
  }
  return uploaded;
}

function outcomeOf(answer: MediaAnswer): UploadResult {
  if ('problem' in answer)
    return { error: `the media server could not be reached: ${answer.problem}` };
  if ('isTooLarge' in answer) return { error: 'the media server gave no usable answer' };
  if (answer.status !== 200) return { error: `the media server answered ${answer.status}` };
  const { direct_path, url, handle } = record(jsonIn(Buffer.from(answer.bytes).toString('utf8')));
  const found = URL.parse(text(url));
  const directPath = text(direct_path) || `${found?.pathname ?? ''}${found?.search ?? ''}`;
  if (!directPath.startsWith('/')) return { error: 'the media server gave no usable answer' };
  return { directPath, url: text(url), ...(text(handle) && { handle: text(handle) }) };
}

/** Asks the chat server; rejects when it refuses or does not answer in time. */
type Query = (question: BinaryNode, timeoutMs: number) => Promise<unknown>;

const ANSWER_MS = 10_000;
/** Used when the platform does not say how long its answer is valid. */
const BELIEVED_S = 300;

/** Knows the platform's current media servers. */
export class MediaHosts {
  readonly #clock: Clock;
  #known: { readonly connection: MediaConnection; readonly until: number } | null = null;
  #asking: Promise<MediaConnection> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Rejects when the servers are not known and the platform does not name them. `isStale` asks even
   * when they are known.
   */
  async get(query: Query, isStale = false): Promise<MediaConnection> {
    const known = this.#known;
    if (!isStale && known !== null && this.#clock.steady() < known.until) return known.connection;
    this.#asking ??= this.#ask(query).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(query: Query): Promise<MediaConnection> {
    const attrs = { type: 'set', xmlns: 'w:m', to: 's.whatsapp.net' };
    const content = [{ tag: 'media_conn', attrs: {} }];
    const answer = await query({ tag: 'iq', attrs, content }, ANSWER_MS);
    const said = child(answer as BinaryNode | undefined, 'media_conn');
    const hostnames = children(said, 'host').map((host) => attribute(host, 'hostname'));
    if (hostnames.length === 0) throw new Error('the platform named no media servers');
    const connection = {
      auth: attribute(said, 'auth'),
      hosts: hostnames.map((hostname) => ({ hostname })),
    };
    const seconds = count(attribute(said, 'ttl')) ?? BELIEVED_S;
    this.#known = { connection, until: this.#clock.steady() + seconds * 1000 };
    return connection;
  }
}

/** The message's fields about its file: its place and, when it is sealed, its key. */
export type UploadedFile = UploadPlace &
  Pick<SealedFile, 'fileSha256' | 'fileLength'> &
  Partial<Pick<SealedFile, 'mediaKey' | 'fileEncSha256'>> & {
    /** Seconds since 1970, if the file is sealed. */
    readonly mediaKeyTimestamp?: number;
  };

type PreparedMedia = { readonly file: UploadedFile } | { readonly error: string };

/**
 * Seals media, unless it is for a channel, and uploads it. `nowMs` is when the file was sealed, which the platform wants to
 * know. Never rejects.
 */
export async function prepareMedia(
  { bytes, kind, number }: Pick<OutgoingMedia, 'bytes' | 'kind' | 'number'>,
  upload: Upload,
  nowMs: number,
): Promise<PreparedMedia> {
  const family = FAMILY[kind];
  const isOpen = isNewsletter(bareJid(number));
  const prepared = isOpen ? asItIs(bytes) : seal(bytes, family);
  const uploaded = await upload(prepared, family);
  if ('error' in uploaded) return uploaded;
  const { bytes: _, ...sums } = prepared;
  const sealedAt = isOpen ? {} : { mediaKeyTimestamp: Math.floor(nowMs / 1000) };
  return { file: { ...uploaded, ...sums, ...sealedAt } };
}

const asItIs = (bytes: Uint8Array) => ({
  bytes: new Uint8Array(bytes),
  fileSha256: sha256(bytes),
  fileLength: bytes.byteLength,
});
