/**
 * Request bodies, read as JSON objects (or forms, where a route takes them) and never beyond their limit. Failures never show what a body contains.
 */
import { withTimeout } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { AppError, invalid, messageOf } from '../shared/errors.ts';
import { type FormShape, isForm, readForm } from './form-body.ts';
import { type MemoryBudget, type Reservation, SMALL_BYTES } from './memory-budget.ts';

export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** Deeper bodies are refused, so that nothing that walks through them runs out of stack. */
const MAX_NESTING = 64;
/** In a body that is not small; each costs many times its text once it is parsed. */
const MAX_VALUES = 100_000;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

export type JsonObject = Record<string, unknown>;

/** What reading a body needs beside the request. */
interface BodyReading {
  /** The most it may have. */
  readonly limitBytes: number;
  readonly clock: Clock;
  /** Holds memory for it before it is read, see `MemoryBudget`. */
  readonly reserve: (bytes: number) => Reservation;
  readonly countGarbage: MemoryBudget['countGarbage'];
  /** What a form is read by; null: JSON alone is read. */
  readonly form: FormShape | null;
}

interface ReadBody<T> {
  readonly bytes: number;
  readonly body: T;
  /** What is reserved for it; to be released when the body is no longer needed. */
  readonly reservation: Reservation;
}

/** A client that sends more slowly would keep memory from others. */
const WHOLE_WITHIN_MS = 60_000;

/**
 * The body as an object, or null when there is none.
 * Fails with `too_large`, `unsupported_media`, `rate_limited` (no memory for it) or `invalid`.
 */
export async function readJsonObject(
  request: Request,
  reading: BodyReading,
): Promise<ReadBody<JsonObject> | null> {
  if (!hasBody(request, reading)) return null;
  const type = request.headers.get('content-type');
  const form = isForm(type ?? '') ? reading.form : null;
  if (type === null || (form === null && !JSON_TYPE.test(type))) throw unsupported(reading);
  return readWhole(request, reading, (bytes) =>
    form === null ? readJson(bytes) : readForm(bytes, type, form),
  );
}

/** The body as it came, whatever its type, or null when there is none. Fails as `readJsonObject` does. */
export async function readBytes(
  request: Request,
  reading: WholeReading,
): Promise<ReadBody<Uint8Array> | null> {
  return hasBody(request, reading) ? readWhole(request, reading, (bytes) => bytes) : null;
}

type WholeReading = Omit<BodyReading, 'form'>;

function hasBody({ body, headers }: Request, { limitBytes }: WholeReading): boolean {
  const declared = headers.get('content-length');
  if (body === null || declared === '0') return false;
  if (Number(declared) > limitBytes) throw tooLarge(limitBytes);
  return true;
}

async function readWhole<T>(
  request: Request,
  reading: WholeReading,
  read: (bytes: Uint8Array) => T | Promise<T>,
): Promise<ReadBody<T> | null> {
  const declared = request.headers.get('content-length');
  const reservation = reading.reserve(Number(declared));
  try {
    // What declared its size cannot pass it, and is read several times faster in one go.
    const whole = declared === null ? readChunks(request, reading, reservation) : request.bytes();
    const bytes = await withTimeout({ clock: reading.clock, ms: WHOLE_WITHIN_MS }, whole, late);
    if (bytes.length === 0) {
      reservation.release();
      return null;
    }
    const size = bytes.length;
    reading.countGarbage(size);
    return { bytes: size, body: await read(bytes), reservation };
  } catch (error) {
    reservation.release();
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', 'The body ended early', { cause: messageOf(error) });
  }
}

/** JSON of a body, with `valuesMax` values at most. Throws `invalid`; nothing can be read of `bytes` any more. */
export function readJson(bytes: Uint8Array, valuesMax = MAX_VALUES): JsonObject {
  refuseManyValues(bytes, valuesMax);
  const text = decode(bytes);
  giveBack(bytes);
  return parseObject(text);
}

const unsupported = ({ form }: BodyReading): AppError =>
  new AppError(
    'unsupported_media',
    `The body must be JSON: content-type application/json${form === null ? '' : ', or a form: multipart/form-data'}`,
  );

/** A body of unknown size: memory is held for it as it arrives, and it is refused as soon as it passes the limit. */
async function readChunks(
  request: Request,
  { limitBytes, countGarbage }: WholeReading,
  reservation: Reservation,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limitBytes) throw tooLarge(limitBytes);
      reservation.resize(size);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  } finally {
    // The chunks are of no more use, least of all those of a body that was refused halfway.
    countGarbage(size);
  }
}

/** The connection ends with the refusal, and with it what was received. */
const late = (): AppError =>
  new AppError('invalid', `The body was not whole within ${WHOLE_WITHIN_MS / 1000} s`, {
    headers: { connection: 'close' },
  });

/** The connection stays open: closing it on a client that still writes could cost it the answer. */
const tooLarge = (limitBytes: number) =>
  new AppError('too_large', `The body is larger than ${limitBytes} bytes`);

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The body is not valid UTF-8');
  }
}

/** A large body's memory, at once: the collector comes when several bodies have piled up. */
function giveBack({ buffer, length }: Uint8Array): void {
  if (length > SMALL_BYTES && buffer.byteLength === length) (buffer as ArrayBuffer).transfer(0);
}

function refuseManyValues(bytes: Uint8Array, max: number): void {
  // What a small body can become is bounded by its size.
  if (bytes.length <= SMALL_BYTES || !hasMoreValues(bytes, max)) return;
  throw invalid(`The body holds more than ${max} values`);
}

function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body must be a JSON object');
  }
  makeHarmless(value, MAX_NESTING);
  // Neither null nor an array: a parsed object's values are all `unknown` to us.
  return value as JsonObject;
}

function makeHarmless(value: object, levelsLeft: number): void {
  if (levelsLeft === 0) throw invalid(`The body is nested deeper than ${MAX_NESTING} levels`);
  // It would become a prototype in careless copies further in.
  if (Object.hasOwn(value, '__proto__')) throw invalid('The body has a field named __proto__');
  if (Object.hasOwn(value, 'toString')) makePrintable(value);
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) makeHarmless(inner, levelsLeft - 1);
  }
}

/**
 * A field called `toString` takes the method's place, and `${value}` throws. The framework writes the values
 * that break a schema into its errors that way. A symbol is no field: JSON, copies and checks do not see it.
 */
const makePrintable = (value: object): unknown =>
  Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/** Whether there are more than `max`; texts inside count as one, however long. */
function hasMoreValues(json: Uint8Array, max: number): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  // Nearly every body ends here, without a look at each of its bytes.
  const most = [COMMA, LIST, OBJECT].reduce((sum, byte) => sum + timesOf(bytes, byte, max), 1);
  if (most <= max) return false;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    // What stands before every value but the first.
    else if ((byte === COMMA || byte === LIST || byte === OBJECT) && ++values > max) return true;
  }
  return false;
}

/** How often a byte occurs, texts included; stops counting at `max`. */
function timesOf(bytes: Buffer, byte: number, max: number): number {
  let times = 0;
  for (let at = bytes.indexOf(byte); at !== -1 && times < max; at = bytes.indexOf(byte, at + 1))
    times++;
  return times;
}

/** The closing quote, or the end of what is not JSON. */
function endOfText(bytes: Buffer, from: number): number {
  let end = bytes.indexOf(QUOTE, from + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, quote: number): boolean {
  let first = quote;
  while (bytes[first - 1] === BACKSLASH) first--;
  return (quote - first) % 2 === 1;
}
