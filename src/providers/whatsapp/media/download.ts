/** Fetching the media of a message. */

import { runWithin } from '../../../shared/async/deadline.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { MediaReference } from '../translate/media-reference.ts';
import { addressOf, DEFAULT_HOST } from './address.ts';
import { MEDIA_KEY_BYTES, open, SEAL_BYTES, sha256 } from './cipher.ts';
import type { MediaAnswer, MediaTransport } from './transport.ts';

interface DownloadDeps {
  readonly transport: MediaTransport;
  readonly clock: Clock;
  /** Hosts the platform named, best first; empty: the one it always has. */
  readonly hosts: readonly string[];
  /** Larger media is not fetched. */
  readonly limitBytes: number;
  readonly signal?: AbortSignal;
}

export type Downloaded =
  | { readonly bytes: Uint8Array }
  | {
      /** Why, in words a receiver of the message can act on. */
      readonly error: string;
      /** The servers no longer have it: the account's phone may upload it again, under another path. */
      readonly isGone: boolean;
    };

/** For all of it. */
const DOWNLOAD_MS = 60_000;
/** The platform names a few, all with the same files. */
const MOST_HOSTS = 3;
/** Gone, or its address ran out: 403 is what an address past its time is answered with. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410]);

const failed = (error: string, isGone = false): Downloaded => ({ error, isGone });

/** Never rejects. */
export async function download(reference: MediaReference, deps: DownloadDeps): Promise<Downloaded> {
  const { clock, signal, limitBytes } = deps;
  if (!reference.isOpen && reference.mediaKey.byteLength !== MEDIA_KEY_BYTES)
    return failed('the message has no key for its media');
  const declared = reference.fileLength ?? 0;
  if (declared > limitBytes)
    return failed(`the media has ${declared} bytes, more than ${limitBytes}`);
  const addresses = addressesOf(reference.directPath, deps.hosts);
  if (addresses.length === 0) return failed('the message does not say where its media lies');
  return runWithin({ clock, ms: DOWNLOAD_MS, signal }, async (limited) => {
    const answer = await fetched(addresses, deps, limited.signal);
    if ('bytes' in answer && answer.status === 200) return opened(answer.bytes, reference, deps);
    if (limited.isOver()) return failed(`the media did not arrive within ${DOWNLOAD_MS} ms`);
    return refusal(answer, limitBytes);
  });
}

function addressesOf(path: string | null, hosts: readonly string[]): string[] {
  const named = hosts.length > 0 ? hosts.slice(0, MOST_HOSTS) : [DEFAULT_HOST];
  return named.map((host) => addressOf(host, path ?? '')).filter((address) => address !== null);
}

/** The first answer that decides; the next host is asked only when one is not there or not well. */
async function fetched(
  addresses: readonly string[],
  { transport, limitBytes }: DownloadDeps,
  signal: AbortSignal,
): Promise<MediaAnswer> {
  let answer: MediaAnswer = { problem: 'no host' };
  for (const address of addresses) {
    answer = await transport.get(address, { limitBytes: limitBytes + SEAL_BYTES, signal });
    if ('isTooLarge' in answer || ('status' in answer && answer.status < 500)) break;
    if (signal.aborted) break;
  }
  return answer;
}

function refusal(answer: MediaAnswer, limitBytes: number): Downloaded {
  if ('isTooLarge' in answer) return failed(`the media has more than ${limitBytes} bytes`);
  if ('problem' in answer)
    return failed(`the media server could not be reached: ${answer.problem}`);
  const { status } = answer;
  if (GONE.has(status)) return failed(`the media is no longer on the server (${status})`, true);
  return failed(`the media server answered ${status}`);
}

/** In this order: what came, that it is sealed, what it opens to. */
function opened(whole: Uint8Array, reference: MediaReference, deps: DownloadDeps): Downloaded {
  const { fileEncSha256, fileSha256, fileLength, mediaKey, kind, isOpen } = reference;
  if (isOpen && fileSha256 === null) return failed('the message has no checksum of its media');
  if (!isSum(fileEncSha256, whole)) return failed('the media was altered: its checksum differs');
  const bytes = isOpen ? whole : open(whole, mediaKey, kind);
  if (bytes === null) return failed('the media was altered: its seal is broken');
  if (!isSum(fileSha256, bytes))
    return failed('the media is not the one the message speaks of: its checksum differs');
  if (fileLength !== null && fileLength !== bytes.byteLength)
    return failed(
      `the media has ${bytes.byteLength} bytes, not the ${fileLength} the message says`,
    );
  if (bytes.byteLength > deps.limitBytes)
    return failed(`the media has ${bytes.byteLength} bytes, more than ${deps.limitBytes}`);
  return { bytes };
}

/** A message may leave sums out; the seal stands for them. */
const isSum = (sum: Uint8Array | null, bytes: Uint8Array): boolean =>
  sum === null || sha256(bytes).equals(sum);
