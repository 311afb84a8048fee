/**
 * Fetches the files of messages from the addresses that Meta gives, checks size and sum, and asks for a new address
 * when one has expired.
 */

import { createHash } from 'node:crypto';
import type { MediaContent } from '../../core/events/contract/catalog.ts';
import type { FileSink, LinkedMedia } from '../../core/events/publish/media-links.ts';
import type { StoredMessage } from '../../core/messages/rows.ts';
import type { KnownNumber } from '../../core/providers/credentials.ts';
import { count, type Fields, text } from '../../core/providers/foreign-values.ts';
import {
  contentOf,
  type FileFlow,
  type FileInMemory,
  type MessageFile,
  memorySink,
  messageFile,
  type NotFetched,
} from '../../core/providers/message-files.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { resultInTime } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { failure } from '../../core/shared/errors.ts';
import { fileIn } from '../../core/shared/file-in-message.ts';
import type { CloudContext } from './context.ts';
import type { Download, Graph } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { decodeContent, type StoredFile } from './stored-content.ts';

interface FilesDeps extends Pick<CloudContext, 'mediaSinks' | 'mediaLimitBytes' | 'failed'> {
  readonly host: Pick<SessionHost, 'instanceId'>;
  readonly graph: Pick<Graph, 'get' | 'download'>;
  readonly number: () => Pick<KnownNumber, 'phoneNumberId'>;
  readonly clock: Pick<Clock, 'after'>;
}

/** The result for a file that a message names. */
export type FetchedFile = MediaContent & {
  /** Bytes, as Meta gives them for a file that was not fetched; absent when they are not known or the file is there. */
  readonly size?: number;
};

/** The result of a sink, and the bytes of the file. */
interface StoredResult<T> {
  readonly result: T;
  readonly size: number;
}

interface MissingFile extends NotFetched {
  /** Bytes; absent when they are not known. */
  readonly size?: number;
}

type CreateSink<T> = (signal: AbortSignal) => FileSink<T>;

/**
 * An address is valid for five minutes. If it has expired, or gave the wrong file, Meta is asked for another one, once.
 */
const LOOK_UPS = 2;
/** The time limit for all of that, including storing. */
const FILE_MS = 90_000;
/** The time limit for the size of a file that is not fetched. */
const SIZE_MS = 10_000;
/** The time limit for a file that a caller takes. */
const FLOWING_MS = 240_000;

export class CloudFiles {
  readonly #deps: FilesDeps;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
  }

  /** Resolves with the file of a message or the link to it, or with the reason of the failure. Never rejects. */
  async fetch(file: StoredFile, messageId: string): Promise<FetchedFile> {
    const { mediaSinks, host } = this.#deps;
    const { instanceId: streamId } = host;
    const { mimetype } = file;
    const begin: CreateSink<FileInMemory | LinkedMedia> = (signal) =>
      mediaSinks?.sink({ streamId, messageId, mimetype }, signal) ?? memorySink();
    const found = await this.#find(file, begin, FILE_MS);
    if ('error' in found) {
      const { error, size } = found;
      return size === undefined ? { error } : { error, size };
    }
    const { result, size } = found;
    if ('bytes' in result) return { bytes: result.bytes, mimetype };
    if ('mediaUrl' in result) return { ...result, mimetype, size };
    return { error: result.mediaError, size };
  }

  /** Resolves with the bytes of the file, or with null when Meta does not say within 10 s. Never rejects. */
  async sizeOf(file: StoredFile): Promise<number | null> {
    const asked = this.#describe(file).catch((error): Fields => {
      if (error instanceof GraphFailure) this.#deps.failed(error);
      return {};
    });
    const described = await resultInTime({ clock: this.#deps.clock, ms: SIZE_MS }, asked);
    return count(described?.file_size);
  }

  #describe(file: StoredFile): Promise<Fields> {
    const { graph, number } = this.#deps;
    return graph.get(`/${file.id}`, { phone_number_id: number().phoneNumberId });
  }

  /** Implements the session's `fileOf`. */
  async of(message: StoredMessage): Promise<MessageFile> {
    const { content, file } = decodeContent(message);
    const shown = fileIn(content);
    if (shown === null || file === null) throw failure('no_file_in_message');
    const taken = async (flow: FileFlow) => {
      const found = await this.#find(file, (signal) => flow.sink(signal), FLOWING_MS);
      return 'error' in found ? found : found.result;
    };
    return messageFile(shown, await contentOf(taken));
  }

  async #find<T>(
    file: StoredFile,
    begin: CreateSink<T>,
    ms: number,
  ): Promise<StoredResult<T> | MissingFile> {
    const over = new AbortController();
    const trying = this.#attempts(file, begin, { timeoutMs: ms, signal: over.signal });
    const found = await resultInTime({ clock: this.#deps.clock, ms }, trying);
    over.abort(new Error('the file did not come in time'));
    return found ?? missing(`the file did not come within ${ms / 1_000} seconds`);
  }

  async #attempts<T>(
    file: StoredFile,
    begin: CreateSink<T>,
    limits: Pick<Download, 'timeoutMs' | 'signal'>,
  ): Promise<StoredResult<T> | MissingFile> {
    let found: StoredResult<T> | MissingFile = missing('the file could not be fetched');
    for (let left = LOOK_UPS; left > 0 && !limits.signal.aborted; left--) {
      found = await this.#attempt(file, begin, limits);
      if (!('error' in found) || found.isGone) return found;
    }
    return found;
  }

  async #attempt<T>(
    file: StoredFile,
    begin: CreateSink<T>,
    limits: Pick<Download, 'timeoutMs' | 'signal'>,
  ): Promise<StoredResult<T> | MissingFile> {
    const { mediaLimitBytes: limitBytes } = this.#deps;
    let size: number | null = null;
    const without = (found: MissingFile): MissingFile =>
      size === null ? found : { ...found, size };
    try {
      const described = await this.#describe(file);
      size = count(described.file_size);
      if (size !== null && size > limitBytes) return without(missing(tooLarge(limitBytes)));
      const found = await this.#download(described, file, begin(limits.signal), limits);
      return 'error' in found ? without(found) : found;
    } catch (error) {
      if (!(error instanceof GraphFailure)) throw error;
      this.#deps.failed(error);
      return without(missing(`Meta did not give the file: ${error.message}`, isUnknownId(error)));
    }
  }

  /** Checks the file on its way to the sink, which is finished when it was the described file, else abandoned. */
  async #download<T>(
    described: Fields,
    file: StoredFile,
    sink: FileSink<T>,
    limits: Pick<Download, 'timeoutMs' | 'signal'>,
  ): Promise<StoredResult<T> | MissingFile> {
    const hash = createHash('sha256');
    let [size, isWanted] = [0, true];
    const take = async (bytes: Uint8Array) => {
      hash.update(bytes);
      size += bytes.byteLength;
      isWanted = await sink.write(bytes);
      return isWanted;
    };
    const { graph, mediaLimitBytes: bytesMax } = this.#deps;
    let problem: string | null = null;
    try {
      // Only the address that Meta names now is used, not one that came with a message, since the token is sent there.
      await graph.download(text(described.url), { ...limits, bytesMax, take });
      problem = isWanted ? wrongIn({ size, digest: hash.digest() }, described, file) : null;
    } catch (error) {
      await sink.abandon();
      throw error;
    }
    if (problem === null) return { result: await sink.finish(), size };
    await sink.abandon();
    return missing(problem);
  }
}

const missing = (error: string, isGone = false): MissingFile => ({ error, isGone });

const tooLarge = (limitBytes: number): string => `the file has more than ${limitBytes} bytes`;

/** Meta's codes for an id that no longer exists, whatever it named. */
const isUnknownId = ({ code, subcode }: GraphFailure): boolean => code === 100 && subcode === 33;

interface FileDigest {
  readonly size: number;
  readonly digest: Buffer;
}

/** Returns what is wrong with the file that came, or null when it is the described one. */
function wrongIn(came: FileDigest, described: Fields, file: StoredFile): string | null {
  const size = count(described.file_size);
  if (size !== null && size !== came.size)
    return `the file has ${came.size} bytes instead of ${size}`;
  const sums = [text(described.sha256), file.sha256].filter((sum) => sum !== '');
  const isRight = sums.every((sum) => isSumOf(came.digest, sum));
  return isRight ? null : 'what came is not the file: its sum is another one';
}

const HEX = /^[0-9a-f]{64}$/i;

/** Meta writes sums in base64 or in hexadecimal. */
const isSumOf = (digest: Buffer, sum: string): boolean =>
  HEX.test(sum)
    ? digest.equals(Buffer.from(sum, 'hex'))
    : digest.equals(Buffer.from(sum, 'base64'));
