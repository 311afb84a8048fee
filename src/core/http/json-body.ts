/**
 * Reads request bodies as JSON objects, or as forms where a route takes them, within their limits. Failures
 * never show more of a body than one character.
 */
import { withTimeout } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { AppError, failure, messageOf } from '../shared/errors.ts';
import { BodyValues, freeBody, type InexactNumbers } from './body-values.ts';
import { type FormShape, readForm } from './form-body.ts';
import { jsonFault } from './json-fault.ts';
import type { MemoryBudget, Reservation } from './memory-budget.ts';
import { isForm, refuseContentCoding } from './multipart.ts';

export const DEFAULT_BODY_LIMIT = 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

export type JsonObject = Record<string, unknown>;

interface BodyLimits {
  readonly limitBytes: number;
  readonly clock: Clock;
  /** Holds memory before the body is read, see `MemoryBudget`. */
  readonly reserve: (bytes: number) => Reservation;
  readonly noteAllocation: MemoryBudget['noteAllocation'];
  /** True if only the whole body tells who sends it, see `MemoryBudget.reserveUnproven`. */
  readonly isUnproven: boolean;
  /** How a form is read; null if only JSON is. */
  readonly form: FormShape | null;
}

interface ReadBody<T> {
  readonly bytes: number;
  readonly body: T;
  /** Must be released when the body is no longer needed. */
  readonly reservation: Reservation;
}

/** A slower client would keep memory from others. */
const WHOLE_WITHIN_MS = 60_000;
/** A platform sends its few kilobytes at once, and a stranger may hold memory only for a short time. */
const UNPROVEN_WITHIN_MS = 10_000;

/**
 * Returns the body as an object, or null when the request has no body. Throws `too_large`, `unsupported_media`,
 * `rate_limited` (no memory for it) or `invalid`.
 */
export async function readJsonObject(
  request: Request,
  reading: BodyLimits,
): Promise<ReadBody<JsonObject> | null> {
  if (!hasBody(request, reading)) return null;
  const type = request.headers.get('content-type');
  const form = isForm(type ?? '') ? reading.form : null;
  if (type === null || (form === null && !JSON_TYPE.test(type))) throw unsupported(reading, type);
  return readWhole(request, reading, (bytes) =>
    form === null ? readJson(bytes) : readForm(bytes, type, form),
  );
}

/**
 * Returns the body as bytes, whatever its type, or null when the request has no body. Throws what `readJsonObject`
 * throws.
 */
export async function readBytes(
  request: Request,
  reading: WholeBodyLimits,
): Promise<ReadBody<Uint8Array> | null> {
  return hasBody(request, reading) ? readWhole(request, reading, (bytes) => bytes) : null;
}

type WholeBodyLimits = Omit<BodyLimits, 'form'>;

function hasBody(request: Request, { limitBytes }: WholeBodyLimits): boolean {
  const declared = request.headers.get('content-length');
  if (request.body === null || declared === '0') return false;
  refuseContentCoding(request);
  if (Number(declared) > limitBytes) throw tooLarge(limitBytes);
  return true;
}

async function readWhole<T>(
  request: Request,
  reading: WholeBodyLimits,
  read: (bytes: Uint8Array) => T | Promise<T>,
): Promise<ReadBody<T> | null> {
  const declared = request.headers.get('content-length');
  // The size that a stranger announces must not keep others out: only what has arrived of an unproven body counts.
  const announced = reading.isUnproven ? null : declared;
  const ms = reading.isUnproven ? UNPROVEN_WITHIN_MS : WHOLE_WITHIN_MS;
  const reservation = reading.reserve(Number(announced));
  try {
    // A body that declared its size cannot exceed it, and is read several times faster in one piece.
    const whole = announced === null ? readChunks(request, reading, reservation) : request.bytes();
    const bytes = await withTimeout({ clock: reading.clock, ms }, whole, () => late(ms));
    if (bytes.length === 0) {
      reservation.release();
      return null;
    }
    const size = bytes.length;
    reading.noteAllocation(size);
    return { bytes: size, body: await read(bytes), reservation };
  } catch (error) {
    reservation.release();
    if (error instanceof AppError) throw error;
    throw failure('body_ended_early', {}, { cause: messageOf(error) });
  }
}

/** Returns the JSON of a body. Throws `invalid`; `bytes` cannot be read afterwards. */
function readJson(bytes: Uint8Array): JsonObject {
  const { length } = bytes;
  const text = decode(bytes);
  freeBody(bytes);
  return objectIn(text, length);
}

/** Returns the JSON object of a body of this size. Throws `invalid` for any other text. */
export function objectIn(text: string, bodyBytes: number, inexact?: InexactNumbers): JsonObject {
  const value = new BodyValues(bodyBytes, inexact).parse(text);
  if (value === undefined) throw notJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw failure('body_not_an_object');
  }
  // It is an object, and its values are `unknown`.
  return value as JsonObject;
}

function notJson(text: string): AppError {
  const fault = jsonFault(text);
  return failure('body_not_json', { fault: fault === null ? '' : `: ${fault}` });
}

const unsupported = ({ form }: BodyLimits, type: string | null): AppError =>
  failure(
    'content_type_refused',
    { alternative: form === null ? '' : ', or a form: multipart/form-data' },
    { hint: `${shownType(type)} was sent` },
  );

/** A media type without its parameters. */
const shownType = (type: string | null): string =>
  /^[\w.+/-]{1,64}/.exec(type ?? '')?.[0] ?? 'no content-type';

/** Reads a body of unknown size: memory is held as it arrives, and it is refused once it exceeds the limit. */
async function readChunks(
  request: Request,
  { limitBytes, noteAllocation }: WholeBodyLimits,
  reservation: Reservation,
): Promise<Uint8Array> {
  const chunks = new Chunks();
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limitBytes) throw tooLarge(limitBytes);
      reservation.resize(size);
      chunks.add(chunk);
    }
    return chunks.whole(size);
  } finally {
    // The chunks are not needed any more, also not those of a body that was refused halfway.
    noteAllocation(size);
  }
}

const JOINED_BYTES = 16 * 1024;
const SMALL_CHUNK_BYTES = JOINED_BYTES / 4;

/** Collects chunks. Their sender chooses their size, and each takes a hundred bytes more: small ones are joined. */
class Chunks {
  readonly #chunks: Uint8Array[] = [];
  readonly #joined = new Uint8Array(JOINED_BYTES);
  #used = 0;

  add(chunk: Uint8Array): void {
    const isSmall = chunk.length < SMALL_CHUNK_BYTES;
    if (!isSmall || this.#used + chunk.length > JOINED_BYTES) this.#endJoined();
    if (!isSmall) return void this.#chunks.push(chunk);
    this.#joined.set(chunk, this.#used);
    this.#used += chunk.length;
  }

  whole(size: number): Uint8Array {
    this.#endJoined();
    return Buffer.concat(this.#chunks, size);
  }

  #endJoined(): void {
    if (this.#used > 0) this.#chunks.push(this.#joined.slice(0, this.#used));
    this.#used = 0;
  }
}

/** The connection ends with the refusal, and frees what was received. */
const late = (ms: number): AppError =>
  failure('body_too_late', { seconds: ms / 1000 }, { headers: { connection: 'close' } });

/** The connection stays open, because a client that still writes could lose the answer if it were closed. */
const tooLarge = (limitBytes: number) => failure('body_too_large', { max: limitBytes });

/** Throws `invalid` for what is not UTF-8. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    throw failure(isGzip ? 'body_compressed' : 'body_not_utf');
  }
}
