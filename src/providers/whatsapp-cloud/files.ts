/** The files of messages, fetched from where Meta says they lie: checked by size and sum, by a new address when one has expired. */
import { createHash } from 'node:crypto';
import type { MediaContent } from '../../events/contract/catalog.ts';
import type { StoredMessage } from '../../messages/rows.ts';
import { resultInTime } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { count, text } from '../foreign-values.ts';
import { fileIn, inOnePiece, type MessageFile, messageFile } from '../message-file.ts';
import type { Fields, Graph } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { decodeContent, type StoredFile } from './stored-content.ts';

interface FilesDeps {
  readonly graph: Pick<Graph, 'get' | 'download'>;
  readonly number: () => { readonly phoneNumberId: string };
  readonly clock: Pick<Clock, 'after'>;
  /** Larger files are not fetched. */
  readonly limitBytes: number;
  /** A call failed: its code may concern the number or the account as a whole. */
  readonly failed: (failure: GraphFailure) => void;
}

/** What came of a file that a message names. */
export type FetchedFile = MediaContent & {
  /** Bytes, as Meta tells them of a file that was not fetched; absent: they are not known, or the file is there. */
  readonly size?: number;
};

type Found = { readonly bytes: Uint8Array } | Missing;

interface Missing {
  /** As part of a sentence. */
  readonly error: string;
  /** Meta does not have it any more. */
  readonly isGone: boolean;
  /** Bytes; absent: they are not known. */
  readonly size?: number;
}

/** An address is valid for five minutes: one that has expired, or gave something else, is asked for once more. */
const LOOK_UPS = 2;
/** All of that together. */
const FILE_MS = 90_000;

export class CloudFiles {
  readonly #deps: FilesDeps;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
  }

  /** The file, or the reason why there is none. Never rejects. */
  async fetch(file: StoredFile): Promise<FetchedFile> {
    const found = await this.#find(file);
    if ('error' in found) {
      const { error, size } = found;
      return size === undefined ? { error } : { error, size };
    }
    return { bytes: found.bytes, mimetype: file.mimetype };
  }

  /** As the session's `fileOf`. */
  async of(message: StoredMessage): Promise<MessageFile> {
    const { content, file } = decodeContent(message);
    const shown = fileIn(content);
    if (shown === null || file === null) throw invalid('the message has no file');
    const found = await this.#find(file);
    if ('bytes' in found) return messageFile(shown, inOnePiece(found.bytes));
    throw new AppError(found.isGone ? 'gone' : 'unavailable', found.error);
  }

  async #find(file: StoredFile): Promise<Found> {
    const found = await resultInTime(
      { clock: this.#deps.clock, ms: FILE_MS },
      this.#attempts(file),
    );
    return found ?? missing(`the file did not come within ${FILE_MS / 1_000} seconds`);
  }

  async #attempts(file: StoredFile): Promise<Found> {
    let found: Found = missing('the file could not be fetched');
    for (let left = LOOK_UPS; left > 0; left--) {
      found = await this.#attempt(file);
      if ('bytes' in found || found.isGone) return found;
    }
    return found;
  }

  async #attempt(file: StoredFile): Promise<Found> {
    const { graph, number, limitBytes } = this.#deps;
    try {
      const query = { phone_number_id: number().phoneNumberId };
      const described = await graph.get(`/${file.id}`, query);
      const size = count(described.file_size);
      if (size !== null && size > limitBytes) return { ...missing(tooLarge(limitBytes)), size };
      // The address that Meta names now, and none that came with a message: the token goes there.
      const { bytes } = await graph.download(text(described.url), limitBytes);
      const problem = wrongIn(bytes, described, file);
      return problem === null ? { bytes } : missing(problem);
    } catch (error) {
      if (!(error instanceof GraphFailure)) throw error;
      this.#deps.failed(error);
      return missing(`Meta did not give the file: ${error.message}`, isUnknownId(error));
    }
  }
}

const missing = (error: string, isGone = false): Missing => ({ error, isGone });

const tooLarge = (limitBytes: number): string => `the file has more than ${limitBytes} bytes`;

/** What an id that is not there any more is called, whatever it was of. */
const isUnknownId = ({ code, subcode }: GraphFailure): boolean => code === 100 && subcode === 33;

/** What is wrong with the bytes; null: they are the file that was described. */
function wrongIn(bytes: Uint8Array, described: Fields, file: StoredFile): string | null {
  const size = count(described.file_size);
  if (size !== null && size !== bytes.byteLength)
    return `the file has ${bytes.byteLength} bytes instead of ${size}`;
  const sums = [text(described.sha256), file.sha256].filter((sum) => sum !== '');
  const digest = createHash('sha256').update(bytes).digest();
  const isRight = sums.every((sum) => isSumOf(digest, sum));
  return isRight ? null : 'what came is not the file: its sum is another one';
}

const HEX = /^[0-9a-f]{64}$/i;

/** Meta writes sums in base64 or in hexadecimal. */
const isSumOf = (digest: Buffer, sum: string): boolean =>
  HEX.test(sum)
    ? digest.equals(Buffer.from(sum, 'hex'))
    : digest.equals(Buffer.from(sum, 'base64'));
