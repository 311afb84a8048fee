/**
 * When the body of a request is read, and how long memory is held for it. Nothing is read of a body that is refused for
 * another reason, or that no route takes.
 */
import type { Clock } from '../shared/clock.ts';
import { invalid } from '../shared/errors.ts';
import type { FormShape } from './form-body.ts';
import { innerCallOf } from './inner-call.ts';
import { DEFAULT_BODY_LIMIT, type JsonObject, readBytes, readJsonObject } from './json-body.ts';
import { type MemoryBudget, type Reservation, SMALL_BYTES } from './memory-budget.ts';
import { memoryHolderOf, unprovenClientOf } from './principal.ts';
import type { BodyUse } from './routes-of.ts';
import { pathOf } from './zone.ts';

/** What is known of a request before its body is read. */
export interface UnreadRequest {
  readonly request: Request;
  /** The pattern of its route. */
  readonly route: string;
  readonly params: Readonly<Record<string, string | undefined>>;
}

export interface BodyReaderOptions {
  readonly clock: Clock;
  readonly memory: MemoryBudget;
  /** Bytes a JSON body may have at this path; default 1 MiB. */
  readonly bodyLimits?: (path: string) => number;
  /** Refuses, by throwing, what need not be read to be refused. */
  readonly beforeBody?: (unread: UnreadRequest) => void;
}

const HELD = Symbol('held');

interface Holding extends Request {
  [HELD]?: Reservation;
}

/**
 * The body a route declared: an object, or bytes where the route asks for them; null for a route without a body
 * schema, which never sees one.
 */
export function createBodyReader(
  { clock, memory, beforeBody, bodyLimits = () => DEFAULT_BODY_LIMIT }: BodyReaderOptions,
  useOf: (method: string, route: string) => BodyUse,
  formOf: (method: string, route: string) => FormShape | null = () => null,
): (unread: UnreadRequest) => Promise<JsonObject | Uint8Array | null> {
  return async (unread) => {
    const { request, route } = unread;
    const use = useOf(request.method, route);
    if (use === 'none') return dropBody(request);
    beforeBody?.(unread);
    const call = innerCallOf(request);
    if (call) return call.body;
    const client = unprovenClientOf(request);
    const reading = {
      clock,
      limitBytes: bodyLimits(pathOf(request.url)),
      countGarbage: memory.countGarbage,
      isUnproven: client !== null,
      reserve: (bytes: number) =>
        client === null
          ? memory.reserve(memoryHolderOf(request), bytes)
          : memory.reserveUnproven(client, bytes),
    };
    const form = formOf(request.method, route);
    const read = await (use === 'bytes'
      ? readBytes(request, reading)
      : readJsonObject(request, { ...reading, form }));
    if (read === null && use === 'required') throw invalid('A JSON body is required');
    if (read !== null) holdUntilAnswer(request, read.reservation, read.bytes);
    return read?.body ?? (use === 'bytes' ? new Uint8Array() : {});
  };
}

/** What a small body became costs no more than any request does; memory for a larger one is held until its answer. */
function holdUntilAnswer(request: Holding, reservation: Reservation, bytes: number): void {
  if (bytes <= SMALL_BYTES) reservation.release();
  else request[HELD] = reservation;
}

/**
 * To be called once the body has proven who sent it: from then on it counts for that credential, as any other body does.
 * Throws `rate_limited` when that one has no room.
 */
export const countBodyFor = (request: Holding, credential: string): void =>
  request[HELD]?.moveTo(credential);

/** To be called when the answer of a request is there, whatever it is. */
export function releaseBody(request: Holding): void {
  request[HELD]?.release();
}

/** A body that is left unread fills a buffer of 1 MiB while the handler is at work; one that is given up takes none. */
function dropBody(request: Request): null {
  const { headers } = request;
  const length = headers.get('content-length');
  const isChunked = length === null && headers.has('transfer-encoding');
  if (isChunked || Number(length) > SMALL_BYTES) void request.body?.cancel();
  return null;
}
