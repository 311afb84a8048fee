/**
 * Decides when a body is read, and how long memory is held for it. A body is not read if the request is refused for
 * another reason, or if its route takes no body.
 */
import type { TSchema } from '@sinclair/typebox';
import type { Clock } from '../shared/clock.ts';
import { failure, invalid } from '../shared/errors.ts';
import type { BodyUse } from './document-routes.ts';
import type { FormShape } from './form-body.ts';
import { innerCallOf } from './inner-call.ts';
import { DEFAULT_BODY_LIMIT, type JsonObject, readBytes, readJsonObject } from './json-body.ts';
import { type MemoryBudget, type Reservation, SMALL_BYTES } from './memory-budget.ts';
import { admitAgain, memoryHolderOf, unprovenClientOf } from './principal.ts';
import { requireForm, STREAMED_FORM_BYTES } from './streamed-form.ts';
import { unreadFields } from './unread-fields.ts';
import { pathOf } from './zone.ts';

export interface UnreadRequest {
  readonly request: Request;
  readonly route: string;
  readonly params: Readonly<Record<string, string | undefined>>;
}

export interface BodyReaderOptions {
  readonly clock: Clock;
  readonly memory: MemoryBudget;
  /** Returns the most bytes that a JSON body may have at this path; 1 MiB by default. */
  readonly bodyLimits?: (path: string) => number;
  /** Throws when the request can be refused without its body. */
  readonly beforeBody?: (unread: UnreadRequest) => void;
}

const HELD = Symbol('held');
const READ = Symbol('read');
const WARNINGS = Symbol('warnings');

interface HeldRequest extends Request {
  [HELD]?: Reservation;
  [READ]?: ReadBody | undefined;
  [WARNINGS]?: readonly string[] | undefined;
}

interface ReadBody {
  readonly method: string;
  readonly route: string;
  readonly body: JsonObject;
}

/** Returns the body that was read for a request without an answer yet, or undefined if no body was read. */
export const readBodyOf = (request: HeldRequest): ReadBody | undefined => request[READ];

/** Returns what the answer to a request should say of its body, or undefined when there is nothing. */
export const warningsOf = (request: HeldRequest): readonly string[] | undefined =>
  request[WARNINGS];

/** Adds a sentence to what the answer should say of its body, unless it says that already. */
export function addWarning(request: HeldRequest, text: string): void {
  request[WARNINGS] = [...new Set([...(request[WARNINGS] ?? []), text])];
}

/**
 * A body may take a minute. A credential that ends in that time must not open anything that was begun with it, so it is
 * checked again when the body took this long.
 */
const SLOW_BODY_MS = 1_000;

/**
 * Returns a function that reads the body that a route declares: an object, or bytes if the route asks for them. It
 * returns null for a route without a body schema, and an empty object for a form that the route reads itself.
 */
export function createBodyReader(
  { clock, memory, beforeBody, bodyLimits = () => DEFAULT_BODY_LIMIT }: BodyReaderOptions,
  bodyUseOf: (method: string, route: string) => BodyUse,
  formOf: (method: string, route: string) => FormShape | null = () => null,
  schemaOf: (method: string, route: string) => TSchema | null = () => null,
): (unread: UnreadRequest) => Promise<JsonObject | Uint8Array | null> {
  return async (unread) => {
    const { request, route } = unread;
    const use = bodyUseOf(request.method, route);
    if (use === 'none') return dropBody(request);
    beforeBody?.(unread);
    if (use === 'streamed form') return holdForForm(memory, request);
    const call = innerCallOf(request);
    if (call) return call.body;
    const client = unprovenClientOf(request);
    const reading = {
      clock,
      limitBytes: bodyLimits(pathOf(request.url)),
      noteAllocation: memory.noteAllocation,
      isUnproven: client !== null,
      reserve: (bytes: number) =>
        client === null
          ? memory.reserve(memoryHolderOf(request), bytes)
          : memory.reserveUnproven(client, bytes),
    };
    const form = formOf(request.method, route);
    const begunAt = clock.steady();
    const read = await (use === 'bytes'
      ? readBytes(request, reading)
      : readJsonObject(request, { ...reading, form }));
    const body = keepRead(unread, use, read);
    if (use !== 'bytes') warnOfUnread(request, schemaOf(request.method, route), body as JsonObject);
    // The scopes that the operation needs are checked after the body in any case.
    if (clock.steady() - begunAt >= SLOW_BODY_MS) await admitAgain(request);
    return body;
  };
}

/** Returns the body for the handler. Throws `invalid` when the request has no body although the route needs one. */
function keepRead(
  { request, route }: UnreadRequest,
  use: BodyUse,
  read: Awaited<ReturnType<typeof readBytes | typeof readJsonObject>>,
): JsonObject | Uint8Array {
  if (read === null && use === 'required') throw failure('body_missing');
  if (read !== null) holdUntilAnswer(request, read.reservation, read.bytes);
  if (use === 'bytes') return read?.body ?? new Uint8Array();
  const body = (read?.body ?? {}) as JsonObject;
  (request as HeldRequest)[READ] = { method: request.method, route, body };
  return body;
}

/** RFC 7240: asks that an error is refused which would otherwise be passed over. */
const STRICT = /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?:$|[,;])/i;

/** Throws `invalid` for fields that nothing reads if the caller prefers that to a warning. */
function warnOfUnread(request: HeldRequest, schema: TSchema | null, body: JsonObject): void {
  const found = schema && unreadFields(schema, body);
  if (!found || found.length === 0) return;
  if (STRICT.test(request.headers.get('prefer') ?? '')) throw invalid(found.join('; '));
  request[WARNINGS] = found;
}

/**
 * Reserves memory for a form that the route reads itself. Throws what `requireForm` throws, and `rate_limited` when the
 * caller has no room for another form.
 */
function holdForForm(memory: MemoryBudget, request: Request): JsonObject {
  requireForm(request);
  const reservation = memory.reserve(memoryHolderOf(request), STREAMED_FORM_BYTES);
  holdUntilAnswer(request, reservation, STREAMED_FORM_BYTES);
  return {};
}

/** Memory for a large body is held until its answer; a small one costs no more than any request. */
function holdUntilAnswer(request: HeldRequest, reservation: Reservation, bytes: number): void {
  if (bytes <= SMALL_BYTES) reservation.release();
  else request[HELD] = reservation;
}

/**
 * Must be called once the body has proven who sent it; from then on it counts for that credential. Throws
 * `rate_limited` when that credential has no room.
 */
export const countBodyFor = (request: HeldRequest, credential: string): void =>
  request[HELD]?.moveTo(credential);

/**
 * Must be called when the request has an answer of any kind. A request is in memory for some time after its answer, so
 * it may not keep its body there.
 */
export function releaseBody(request: HeldRequest): void {
  request[HELD]?.release();
  request[READ] = undefined;
  request[WARNINGS] = undefined;
}

/** An unread body fills a buffer of 1 MiB while the handler runs; a cancelled body takes no memory. */
function dropBody(request: Request): null {
  const { headers } = request;
  const length = headers.get('content-length');
  const isChunked = length === null && headers.has('transfer-encoding');
  if (isChunked || Number(length) > SMALL_BYTES) void request.body?.cancel();
  return null;
}
