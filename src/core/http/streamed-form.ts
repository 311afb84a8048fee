/** Reads a form whose file is handed on as it comes, so that a file of any size takes little memory. */
import { withTimeout } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { AppError, failure, invalid, messageOf } from '../shared/errors.ts';
import {
  FormParser,
  type FormPiece,
  isForm,
  type PartHead,
  refuseContentCoding,
  requireValidPart,
  shownName,
  textOf,
} from './multipart.ts';
import { admitAgain } from './principal.ts';

/** No form may be larger, whatever its route takes. */
const LARGEST_FORM_BYTES = 128 * 1024 * 1024;

/** Refuses a form by its headers, before any of its body is read. Throws `too_large` and `unsupported_media`. */
export function requireForm(request: Request): void {
  const { headers } = request;
  refuseContentCoding(request);
  if (Number(headers.get('content-length')) > LARGEST_FORM_BYTES)
    throw failure('body_too_large', { max: LARGEST_FORM_BYTES });
  if (!isForm(headers.get('content-type') ?? '')) throw failure('form_needed');
}

/** The headers of the part with the file. */
interface FilePart {
  /** Without parameters such as the charset. */
  readonly mimetype: string;
  /** The last part of the name, or null. */
  readonly fileName: string | null;
}

export interface StreamedForm {
  /** The texts of the form by their names; if several have the same name, the last one. */
  readonly fields: Readonly<Record<string, string>>;
  /** Null if the form has no part `file` with a file name. */
  readonly file: FilePart | null;
}

interface FormReaderOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** A larger file is refused. */
  readonly fileBytesMax: number;
  /** Takes the file, chunk by chunk; the next comes once it has resolved. */
  readonly take: (bytes: Uint8Array) => Promise<void>;
}

/** The memory that one such form takes at most: what the connection holds, and a chunk on its way. */
export const STREAMED_FORM_BYTES = 1.5 * 1024 * 1024;
const FILE_FIELD = 'file';
/** The most fields that a form may have beside its file. */
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 1024;
const OTHER_BYTES_MAX = 64 * 1024;
/** Enough for 100 MB at 1.4 Mbit/s. */
const WHOLE_WITHIN_MS = 600_000;

/**
 * Reads the form of a request. Throws `too_large`, `invalid` for a form that is cut, malformed or too slow, what `take`
 * throws, and `unauthenticated` when the credential ends before the form does.
 */
export async function readStreamedForm(
  request: Request,
  reading: FormReaderOptions,
): Promise<StreamedForm> {
  const bytesMax = reading.fileBytesMax + OTHER_BYTES_MAX;
  if (Number(request.headers.get('content-length')) > bytesMax)
    throw fileTooLarge(reading.fileBytesMax);
  const parser = new FormParser(request.headers.get('content-type') ?? '');
  const form = new FormTaker(reading);
  const chunks = request.body?.getReader();
  const limit = { clock: reading.clock, ms: WHOLE_WITHIN_MS };
  try {
    await withTimeout(limit, takeAll(chunks, parser, form, bytesMax), late);
  } finally {
    form.stop();
    void chunks?.cancel().catch(() => {});
  }
  // It may have taken minutes, in which the credential may have ended.
  await admitAgain(request);
  return { fields: form.fields, file: form.file };
}

type Chunks = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'> | undefined;

async function takeAll(
  chunks: Chunks,
  parser: FormParser,
  form: FormTaker,
  bytesMax: number,
): Promise<void> {
  let size = 0;
  for (let chunk = await next(chunks); chunk !== null; chunk = await next(chunks)) {
    size += chunk.byteLength;
    if (size > bytesMax) throw fileTooLarge(bytesMax - OTHER_BYTES_MAX);
    for (const piece of parser.parse(chunk)) await form.take(piece);
  }
  parser.end();
}

/** Throws `invalid` when the connection is closed before the body is whole. */
async function next(chunks: Chunks): Promise<Uint8Array | null> {
  try {
    return (await chunks?.read())?.value ?? null;
  } catch (error) {
    throw failure('body_ended_early', {}, { cause: messageOf(error) });
  }
}

/** Takes the parts of one form. */
class FormTaker {
  readonly fields: Record<string, string> = {};
  file: FilePart | null = null;
  readonly #reading: FormReaderOptions;
  #head: PartHead | null = null;
  #isTaken = false;
  #text: Uint8Array[] = [];
  /** Bytes of the content of the current part. */
  #size = 0;
  #fields = 0;
  #files = 0;
  #isStopped = false;

  constructor(reading: FormReaderOptions) {
    this.#reading = reading;
  }

  /** Stops taking parts. */
  stop(): void {
    this.#isStopped = true;
  }

  async take(piece: FormPiece): Promise<void> {
    if (this.#isStopped) return;
    if (piece === null) this.#end();
    else if (piece instanceof Uint8Array) await this.#content(piece);
    else this.#begin(piece);
  }

  #begin(head: PartHead): void {
    requireValidPart(head);
    const { name, isFile, fileName, mimetype } = head;
    if (isFile && ++this.#files > 1) throw invalid('The form has more than one file');
    if (!isFile && ++this.#fields > FIELDS_MAX)
      throw invalid(`The form has more than ${FIELDS_MAX} fields`);
    this.#isTaken = isFile && name === FILE_FIELD;
    // A part without a type is a plain text (RFC 7578, 4.4).
    if (this.#isTaken) this.file = { mimetype: mimetype || 'text/plain', fileName };
    this.#head = head;
    this.#size = 0;
    this.#text = [];
  }

  async #content(bytes: Uint8Array): Promise<void> {
    this.#size += bytes.byteLength;
    if (this.#isTaken) {
      if (this.#size > this.#reading.fileBytesMax) throw fileTooLarge(this.#reading.fileBytesMax);
      return this.#reading.take(bytes);
    }
    if (this.#head === null || this.#head.isFile) return;
    if (this.#size > FIELD_BYTES_MAX)
      throw invalid(`${shownName(this.#head.name)} is longer than ${FIELD_BYTES_MAX} bytes`);
    this.#text.push(new Uint8Array(bytes));
  }

  #end(): void {
    const head = this.#head;
    if (head !== null && !head.isFile && !(head.name in Object.prototype))
      this.fields[head.name] = textOf(head, Buffer.concat(this.#text));
  }
}

const fileTooLarge = (bytesMax: number): AppError =>
  failure('form_file_too_large', { max: bytesMax });

/** The connection ends with the refusal. */
const late = (): AppError =>
  new AppError('invalid', `The form was not whole within ${WHOLE_WITHIN_MS / 1_000} s`, {
    headers: { connection: 'close' },
  });

/** Reads the short parts of a form that is handed on as it comes. */
export class ShortParts {
  readonly #parser: FormParser;
  #content = Buffer.alloc(0);
  #count = 0;

  /** Throws `invalid` when the type names no boundary. */
  constructor(contentType: string) {
    this.#parser = new FormParser(contentType);
  }

  /**
   * Returns the contents of the parts that are complete and have at most `FIELD_BYTES_MAX` bytes. Throws `invalid` for
   * a malformed form, and for a form with too many parts.
   */
  take(chunk: Uint8Array): string[] {
    const ended: string[] = [];
    for (const piece of this.#parser.parse(chunk)) {
      if (piece === null) {
        if (this.#content.length <= FIELD_BYTES_MAX) ended.push(this.#content.toString());
      } else if (piece instanceof Uint8Array) this.#add(piece);
      else {
        if (++this.#count > FIELDS_MAX + 1)
          throw invalid(`The form has more than ${FIELDS_MAX} fields`);
        this.#content = Buffer.alloc(0);
      }
    }
    return ended;
  }

  #add(piece: Uint8Array): void {
    if (this.#content.length > FIELD_BYTES_MAX) return;
    this.#content = Buffer.concat([this.#content, piece.subarray(0, FIELD_BYTES_MAX + 1)]);
  }
}
