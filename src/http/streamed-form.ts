/** Reads a form whose file is handed on as it comes, so that a file of any size takes little memory. */
import type { BusboyInstance } from '@fastify/busboy';
import type { Clock } from '../shared/clock.ts';
import { AppError, invalid, messageOf } from '../shared/errors.ts';
import { refuseCoding } from './content-coding.ts';
import { isForm } from './form-body.ts';
import { admitAgain } from './principal.ts';

/** No form may be larger, whatever its route takes. */
const LARGEST_FORM_BYTES = 128 * 1024 * 1024;

/** Throws `too_large` and `unsupported_media` for what its head says of a body: nothing of it is read then. */
export function requireForm(request: Request): void {
  const { headers } = request;
  refuseCoding(request);
  if (Number(headers.get('content-length')) > LARGEST_FORM_BYTES)
    throw new AppError('too_large', `The body is larger than ${LARGEST_FORM_BYTES} bytes`);
  if (!isForm(headers.get('content-type') ?? ''))
    throw new AppError('unsupported_media', 'The body must be a form: multipart/form-data');
}

/** What a part says of its file. */
interface FilePart {
  /** Without parameters such as the charset. */
  readonly mimetype: string;
  /** The last part of the name, or null. */
  readonly fileName: string | null;
}

export interface StreamedForm {
  /** The texts of the form by their names; of several with one name the last. */
  readonly fields: Readonly<Record<string, string>>;
  /** Null if the form has no part `file` with a file name. */
  readonly file: FilePart | null;
}

interface FormReading {
  readonly clock: Pick<Clock, 'after'>;
  /** A larger file is refused. */
  readonly fileBytesMax: number;
  /** Takes the file, chunk by chunk; the next comes once it has resolved. */
  readonly take: (bytes: Uint8Array) => Promise<void>;
}

/** The memory that one such form takes at most: what the connection and the parser hold, and a chunk on its way. */
export const STREAMED_FORM_BYTES = 1.5 * 1024 * 1024;
const FILE_FIELD = 'file';
/** What a form may have beside its file. */
const LIMITS = { files: 1, fields: 20, parts: 21, fieldSize: 1024, headerSize: 8 * 1024 };
const OTHER_BYTES_MAX = 64 * 1024;
/** Enough for 100 MB at 1.4 Mbit/s. */
const WHOLE_WITHIN_MS = 600_000;

/**
 * Reads the form of a request. Throws `too_large`, `invalid` for a form that is cut, malformed or too slow, what `take`
 * throws, and `unauthenticated` when the credential of the request has ended meanwhile.
 */
export async function readStreamedForm(
  request: Request,
  reading: FormReading,
): Promise<StreamedForm> {
  const contentType = request.headers.get('content-type') ?? '';
  const bytesMax = reading.fileBytesMax + OTHER_BYTES_MAX;
  const tooLarge = () =>
    new AppError('too_large', `The file is larger than ${reading.fileBytesMax} bytes`);
  if (Number(request.headers.get('content-length')) > bytesMax) throw tooLarge();
  const failed = Promise.withResolvers<never>();
  // It may fail after everything else has.
  failed.promise.catch(() => {});
  const cancel = reading.clock.after(WHOLE_WITHIN_MS, () => failed.reject(late()));
  try {
    const form = await parserOf(contentType, reading, failed.reject);
    let size = 0;
    for await (const chunk of chunksOf(request)) {
      size += chunk.byteLength;
      if (size > bytesMax) throw tooLarge();
      await Promise.race([form.write(chunk), failed.promise]);
    }
    const read = await Promise.race([form.end(), failed.promise]);
    // It may have taken minutes, in which the credential may have ended.
    await admitAgain(request);
    return read;
  } finally {
    cancel();
  }
}

/** Throws `invalid` when the connection is closed before the body is whole. */
async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body ?? [];
  } catch (error) {
    throw new AppError('invalid', 'The body ended early', { cause: messageOf(error) });
  }
}

interface FormParser {
  /** Resolves once more can be taken. */
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves once everything was taken. */
  end(): Promise<StreamedForm>;
}

async function parserOf(
  contentType: string,
  { fileBytesMax, take }: FormReading,
  fail: (error: unknown) => void,
): Promise<FormParser> {
  const parser = await openParser(contentType);
  const fields: Record<string, string> = {};
  let file: FilePart | null = null;
  let taken: Promise<void> = Promise.resolve();
  parser.on('field', (name, value, _, isTruncated) => {
    if (isTruncated) fail(invalid(`${name} is longer than ${LIMITS.fieldSize} bytes`));
    if (!(name in Object.prototype)) fields[name] = value;
  });
  parser.on('file', (name, content, fileName: string | undefined, _, mimetype) => {
    if (name !== FILE_FIELD || fileName === undefined) return void content.resume();
    file = { mimetype, fileName: fileName === '' ? null : fileName };
    taken = takeAll(content, fileBytesMax, take);
    taken.catch(fail);
  });
  parser.on('filesLimit', () => fail(invalid('The form has more than one file')));
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => fail(invalid(`The form has more than ${LIMITS.fields} fields`)));
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  parser.on('error', () => fail(invalid('The body is not a valid form, or ended early')));
  return {
    write: (chunk) => new Promise((resolve) => void parser.write(chunk, () => resolve())),
    async end() {
      parser.end();
      await finished;
      await taken;
      return { fields, file };
    },
  };
}

/**
 * Reads the fields of a form that is handed on as it comes. Throws `invalid` when the type names no boundary. `take`
 * resolves with the values of the fields that have ended by then, and throws `invalid` for a malformed form and one with
 * more parts than any has.
 */
export async function createFieldReader(
  contentType: string,
): Promise<{ take(chunk: Uint8Array): Promise<readonly string[]> }> {
  const parser = await openParser(contentType);
  let values: string[] = [];
  let problem: string | null = null;
  parser.on('field', (_, value) => void values.push(value));
  parser.on('file', (_, content) => void content.resume());
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => {
      problem = 'The form has too many parts';
    });
  parser.on('error', () => {
    problem = 'The body is not a valid form';
  });
  return {
    async take(chunk) {
      await new Promise<void>((resolve) => void parser.write(chunk, () => resolve()));
      if (problem !== null) throw invalid(problem);
      const ended = values;
      values = [];
      return ended;
    },
  };
}

/** Most services never get a file this way. Throws `invalid` when the type names no boundary. */
async function openParser(contentType: string): Promise<BusboyInstance> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
  } catch {
    throw invalid('The form has no boundary');
  }
}

async function takeAll(
  content: AsyncIterable<Uint8Array>,
  bytesMax: number,
  take: FormReading['take'],
): Promise<void> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > bytesMax)
      throw new AppError('too_large', `The file is larger than ${bytesMax} bytes`);
    await take(chunk);
  }
}

/** The connection ends with the refusal. */
const late = (): AppError =>
  new AppError('invalid', `The form was not whole within ${WHOLE_WITHIN_MS / 1_000} s`, {
    headers: { connection: 'close' },
  });
