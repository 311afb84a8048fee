/**
 * Request bodies, read chunk by chunk and never beyond their limit.
 * Owns: what a readable JSON body is. Must never: hold more than the limit, or name what a body contains.
 */
import { AppError, invalid, messageOf } from '../shared/errors.ts';

export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** Deeper bodies are refused, so that nothing behind this door can run out of stack. */
const MAX_NESTING = 64;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

export type JsonObject = Record<string, unknown>;

/**
 * The body as a JSON object, or null when there is none.
 * Fails with `too_large`, `unsupported_media` or `invalid`.
 */
export async function readJsonObject(
  request: Request,
  limitBytes: number,
): Promise<JsonObject | null> {
  if (request.body === null || request.headers.get('content-length') === '0') return null;
  refuseDeclaredSize(request, limitBytes);
  const type = request.headers.get('content-type');
  if (type === null || !JSON_TYPE.test(type)) {
    throw new AppError('unsupported_media', 'The body must be JSON: content-type application/json');
  }
  const bytes = await readBytes(request, limitBytes);
  return bytes.length === 0 ? null : parseObject(decode(bytes));
}

/** The whole body; fails with `too_large` as soon as it is known to pass the limit. */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  refuseDeclaredSize(request, limitBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // What declared its size cannot pass it, and is read several times faster in one go.
    if (request.headers.has('content-length')) return await request.bytes();
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limitBytes) throw tooLarge(limitBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', 'The body ended early', { cause: messageOf(error) });
  }
  return Buffer.concat(chunks, size);
}

function refuseDeclaredSize(request: Request, limitBytes: number): void {
  if (Number(request.headers.get('content-length')) > limitBytes) throw tooLarge(limitBytes);
}

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
  disarm(value, MAX_NESTING);
  // Neither null nor an array: a parsed object's values are all `unknown` to us.
  return value as JsonObject;
}

function disarm(value: object, levelsLeft: number): void {
  if (levelsLeft === 0) throw invalid(`The body is nested deeper than ${MAX_NESTING} levels`);
  // It would become a prototype in careless copies further in.
  if (Object.hasOwn(value, '__proto__')) throw invalid('The body has a field named __proto__');
  if (Object.hasOwn(value, 'toString')) keepPrintable(value);
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) disarm(inner, levelsLeft - 1);
  }
}

/**
 * A field called `toString` takes the method's place, and `${value}` throws. The framework writes the values
 * that break a schema into its errors that way. A symbol is no field: JSON, copies and checks do not see it.
 */
const keepPrintable = (value: object): unknown =>
  Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' });
