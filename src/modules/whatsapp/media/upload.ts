/** Uploads media. */

import { jsonIn, record, text } from '../../../core/providers/foreign-values.ts';
import type { MediaKind } from '../../../core/providers/outgoing.ts';
import { type RunningLimit, runWithin } from '../../../core/shared/async/deadline.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { addressOf } from './address.ts';
import type { SealedFile, UnsealedFile } from './cipher.ts';
import type { MediaAnswer, MediaTransport } from './transport.ts';

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

export interface UploadPlace {
  readonly directPath: string;
  readonly url: string;
  /** The handle by which a message in a channel must name it. */
  readonly handle?: string;
}
type Uploaded = UploadPlace | { readonly error: string };
export type Upload = (file: SealedFile | UnsealedFile, kind: MediaKind) => Promise<Uploaded>;

/** The limit for the whole upload. */
const UPLOAD_MS = 60_000;
const MOST_HOSTS = 4;
/** An answer is a few fields of JSON. */
const ANSWER_BYTES = 64 * 1_024;

/** The upload never rejects. */
export function createUpload(deps: UploadDeps): Upload {
  const { clock, signal } = deps;
  const limit = { clock, ms: UPLOAD_MS, signal };
  return (file, kind) =>
    runWithin(limit, async (limited) => {
      const known = await uploadTo(false, { file, kind, deps, limited });
      if (!('error' in known) || limited.signal.aborted) return inTime(known, limited);
      // An expired token is the usual reason; the platform gives a new one.
      const fresh = await uploadTo(true, { file, kind, deps, limited });
      return inTime(fresh, limited);
    });
}

const inTime = (uploaded: Uploaded, limited: RunningLimit): Uploaded =>
  'error' in uploaded && limited.isOver()
    ? { error: `the media was not uploaded within ${UPLOAD_MS} ms` }
    : uploaded;

interface Attempt {
  readonly file: SealedFile | UnsealedFile;
  readonly kind: MediaKind;
  readonly deps: UploadDeps;
  readonly limited: RunningLimit;
}

/** Tries one host after another, until one takes it. */
async function uploadTo(
  isStale: boolean,
  { file, kind, deps, limited }: Attempt,
): Promise<Uploaded> {
  const { signal } = limited;
  const connection = await deps.connection(isStale).catch(() => null);
  if (connection === null) return { error: 'the platform did not say where to upload media' };
  const isSealed = 'fileEncSha256' in file;
  const sum = isSealed ? file.fileEncSha256 : file.fileSha256;
  const token = Buffer.from(sum).toString('base64url');
  const auth = encodeURIComponent(connection.auth);
  const place = isSealed ? `/mms/${kind}` : `/newsletter/newsletter-${kind}`;
  const path = `${place}/${token}?auth=${auth}&token=${token}`;
  let uploaded: Uploaded = { error: 'the platform named no host to upload media to' };
  for (const { hostname } of connection.hosts.slice(0, MOST_HOSTS)) {
    const address = addressOf(hostname, path);
    if (address === null) continue;
    const request = { limitBytes: ANSWER_BYTES, signal };
    uploaded = outcomeOf(await deps.transport.post(address, file.bytes, request));
    if (!('error' in uploaded) || signal.aborted) break;
  }
  return uploaded;
}

function outcomeOf(answer: MediaAnswer): Uploaded {
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
