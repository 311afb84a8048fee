/** Fetches the media of a message. */

import { createHash, type Hash } from 'node:crypto';
import type { FileSink } from '../../../core/events/publish/media-links.ts';
import type { NotFetched } from '../../../core/providers/message-files.ts';
import { runWithin } from '../../../core/shared/async/deadline.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import type { MediaReference } from '../translate/media-reference.ts';
import { MEDIA_KEY_BYTES, MediaOpening, SEAL_BYTES } from './cipher.ts';
import { addressOf, DEFAULT_HOST, type FileAnswer, type MediaTransport } from './transport.ts';

interface DownloadDeps {
  readonly transport: MediaTransport;
  readonly clock: Clock;
  /** Hosts that the platform named, best first. If there are none, its permanent host is used. */
  readonly hosts: readonly string[];
  /** Larger media is not fetched. */
  readonly limitBytes: number;
  readonly signal?: AbortSignal;
  /** The limit for everything, including storing; 60 s by default. */
  readonly ms?: number;
}

type FileRefusal = Exclude<FileAnswer, { readonly isUnwanted: true }>;

const DOWNLOAD_MS = 60_000;
/** The platform names a few hosts, all with the same files. */
const MOST_HOSTS = 3;
/** 403 is the answer to an address that has expired. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410]);

const failed = (error: string, isGone = false): NotFetched => ({ error, isGone });

/**
 * Resolves with the result of the sink that `begin` makes, or with the reason why there is no file. The sink is
 * finished when every check was passed, else abandoned; each host that is asked gets a new one. Never rejects.
 */
export async function download<T>(
  reference: MediaReference,
  deps: DownloadDeps,
  begin: (signal: AbortSignal) => FileSink<T>,
): Promise<T | NotFetched> {
  const { clock, signal, limitBytes, ms = DOWNLOAD_MS } = deps;
  if (!reference.isOpen && reference.mediaKey.byteLength !== MEDIA_KEY_BYTES)
    return failed('the message has no key for its media');
  if (reference.isOpen && reference.fileSha256 === null)
    return failed('the message has no checksum of its media');
  const declared = reference.fileLength ?? 0;
  if (declared > limitBytes)
    return failed(`the media has ${declared} bytes, more than ${limitBytes}`);
  const addresses = addressesOf(reference.directPath, deps.hosts);
  if (addresses.length === 0) return failed('the message does not say where its media is');
  return runWithin({ clock, ms, signal }, async (limited) => {
    const found = await fetched(addresses, limited.signal, reference, deps, begin);
    if ('file' in found) return found.file;
    if (limited.isOver()) return failed(`the media did not arrive within ${ms} ms`);
    return refusal(found, limitBytes);
  });
}

/** Returns the result of the first file that was complete or not wanted, or of the first answer that is final. */
async function fetched<T>(
  addresses: readonly string[],
  signal: AbortSignal,
  reference: MediaReference,
  { limitBytes, transport }: DownloadDeps,
  begin: (signal: AbortSignal) => FileSink<T>,
): Promise<{ readonly file: T | NotFetched } | FileRefusal> {
  let refusing: FileRefusal = { problem: 'no host' };
  for (const address of addresses) {
    const incoming = new IncomingFile(reference, limitBytes, begin(signal));
    const request = { limitBytes: limitBytes + SEAL_BYTES, signal };
    const answer = await transport.get(address, request, (bytes) => incoming.take(bytes));
    // A sink that wants no more returns the reason.
    if ('isUnwanted' in answer) return { file: await incoming.sink.finish() };
    if ('status' in answer && answer.status === 200) return { file: await incoming.end() };
    await incoming.sink.abandon();
    refusing = answer;
    if (isFinal(answer) || signal.aborted) break;
  }
  return refusing;
}

/** The next host is asked only when one cannot be reached or has a fault. */
const isFinal = (answer: FileRefusal): boolean =>
  'isTooLarge' in answer || ('status' in answer && answer.status < 500);

function addressesOf(path: string | null, hosts: readonly string[]): string[] {
  const named = hosts.length > 0 ? hosts.slice(0, MOST_HOSTS) : [DEFAULT_HOST];
  return named.map((host) => addressOf(host, path ?? '')).filter((address) => address !== null);
}

function refusal(answer: FileRefusal, limitBytes: number): NotFetched {
  if ('isTooLarge' in answer) return failed(`the media has more than ${limitBytes} bytes`);
  if ('problem' in answer)
    return failed(`the media server could not be reached: ${answer.problem}`);
  const { status } = answer;
  if (GONE.has(status)) return failed(`the media is no longer on the server (${status})`, true);
  return failed(`the media server answered ${status}`);
}

/** A file that is opened and checked on its way to its sink. */
class IncomingFile<T> {
  readonly sink: FileSink<T>;
  readonly #reference: MediaReference;
  readonly #limitBytes: number;
  /** Null when the file is not encrypted. */
  readonly #opening: MediaOpening | null;
  readonly #sumAsSent = createHash('sha256');
  readonly #sum = createHash('sha256');
  #size = 0;

  constructor(reference: MediaReference, limitBytes: number, sink: FileSink<T>) {
    const { isOpen, mediaKey, kind } = reference;
    this.#reference = reference;
    this.#limitBytes = limitBytes;
    this.#opening = isOpen ? null : new MediaOpening(mediaKey, kind);
    this.sink = sink;
  }

  take(bytes: Uint8Array): Promise<boolean> {
    this.#sumAsSent.update(bytes);
    return this.#pass(this.#opening?.update(bytes) ?? bytes);
  }

  /** Checks the complete file before the sink may finish. */
  async end(): Promise<T | NotFetched> {
    const rest = this.#opening === null ? NOTHING : this.#opening.finish();
    if (rest !== null) await this.#pass(rest);
    const fault = this.#fault(rest !== null);
    if (fault === null) return this.sink.finish();
    await this.sink.abandon();
    return failed(fault);
  }

  #pass(bytes: Uint8Array): Promise<boolean> {
    this.#sum.update(bytes);
    this.#size += bytes.byteLength;
    return this.sink.write(bytes);
  }

  /** Checks in this order: what came, that it is sealed, what it opens to. */
  #fault(isSealed: boolean): string | null {
    const { fileEncSha256, fileSha256, fileLength } = this.#reference;
    if (!isSum(fileEncSha256, this.#sumAsSent))
      return 'the media was altered: its checksum differs';
    if (!isSealed) return 'the media was altered: its seal is broken';
    if (!isSum(fileSha256, this.#sum))
      return 'the media is not that of the message: its checksum differs';
    const size = this.#size;
    if (fileLength !== null && fileLength !== size)
      return `the media has ${size} bytes, not the ${fileLength} the message says`;
    if (size > this.#limitBytes)
      return `the media has ${size} bytes, more than ${this.#limitBytes}`;
    return null;
  }
}

const NOTHING = new Uint8Array();

/** A message may omit sums; then the seal is checked instead. */
const isSum = (sum: Uint8Array | null, hash: Hash): boolean =>
  sum === null || hash.digest().equals(sum);
