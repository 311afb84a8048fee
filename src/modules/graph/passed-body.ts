/** The bodies of requests that are passed on to Meta: what must have come of them before, and what they must not have. */

import { readBytes } from '../../core/http/json-body.ts';
import type { MemoryBudget } from '../../core/http/memory-budget.ts';
import { isForm, refuseContentCoding } from '../../core/http/multipart.ts';
import { memoryHolderOf } from '../../core/http/principal.ts';
import { ShortParts } from '../../core/http/streamed-form.ts';
import { withTimeout } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { AppError, messageOf } from '../../core/shared/errors.ts';

export interface BodyDeps {
  readonly clock: Clock;
  readonly memory: Pick<MemoryBudget, 'reserve' | 'noteAllocation'>;
  /** Throws `forbidden` when one of the texts is a credential of this service. */
  readonly refuseOwn: (texts: Iterable<string>) => Promise<void>;
}

/** A body of which enough has come for its request to take a place. */
export interface ArrivedBody {
  /** The body, or null if the request has no body. `failed` is called with the error of a body that arrives later. */
  readonly content: (failed: (error: AppError) => void) => Uint8Array | ReadableStream | null;
  /** Must be called when the request is over. */
  readonly release: () => void;
}

/** Reads have no body, forms have a file, and calls are the rest. */
export type PassedKind = 'read' | 'call' | 'form';

export const kindOf = ({ method, headers }: Request): PassedKind => {
  if (method === 'GET' || method === 'HEAD') return 'read';
  return isForm(headers.get('content-type') ?? '') ? 'form' : 'call';
};

/** Meta's calls have a few kilobytes. */
const CALL_BYTES_MAX = 256 * 1024;
/** The largest file that Meta takes, and the rest of its form. */
const FORM_BYTES_MAX = 101 * 1024 * 1024;
/** Within this a form must begin, and then go on. */
const FORM_PAUSE_MS = 10_000;

/**
 * Resolves once the body of a call is whole, or a form has begun: a request without its body takes no place from others.
 * Throws `invalid` after 10 s, `too_large`, `rate_limited`, and what `refuseOwn` throws.
 */
export function arrivedBody(request: Request, deps: BodyDeps): Promise<ArrivedBody> {
  switch (kindOf(request)) {
    case 'read':
      return Promise.resolve(NO_BODY);
    case 'call':
      return arrivedCall(request, deps);
    case 'form':
      return arrivedForm(request, deps);
  }
}

const NO_BODY: ArrivedBody = { content: () => null, release() {} };

async function arrivedCall(
  request: Request,
  { clock, memory, refuseOwn }: BodyDeps,
): Promise<ArrivedBody> {
  const read = await readBytes(request, {
    clock,
    limitBytes: CALL_BYTES_MAX,
    isUnproven: true,
    reserve: (bytes) => memory.reserve(memoryHolderOf(request), bytes),
    noteAllocation: memory.noteAllocation,
  });
  if (read === null) return NO_BODY;
  const { body, reservation } = read;
  try {
    await refuseOwn(textsIn(new TextDecoder().decode(body)));
  } catch (error) {
    reservation.release();
    throw error;
  }
  return { content: () => body, release: () => reservation.release() };
}

/** Returns the texts of a JSON body, or the values of any other. */
function textsIn(body: string): Iterable<string> {
  try {
    return jsonTexts(JSON.parse(body));
  } catch {
    return new URLSearchParams(body).values();
  }
}

function* jsonTexts(json: unknown): Generator<string, void> {
  const values = [json];
  // The list grows during the loop: outer values come first.
  for (const value of values)
    if (typeof value === 'string') yield value;
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) values.push(inner);
}

async function arrivedForm(request: Request, { clock, refuseOwn }: BodyDeps): Promise<ArrivedBody> {
  const { headers, body } = request;
  refuseContentCoding(request);
  if (Number(headers.get('content-length')) > FORM_BYTES_MAX) throw tooLarge();
  if (body === null) return NO_BODY;
  const parts = new ShortParts(headers.get('content-type') ?? '');
  const reader = body.getReader();
  let size = 0;
  /** Resolves with the next bytes once they may be passed on, or null after the last. */
  const next = async (): Promise<Uint8Array | null> => {
    const { value, done } = await withTimeout({ clock, ms: FORM_PAUSE_MS }, reader.read(), late);
    if (done) return null;
    size += value.byteLength;
    if (size > FORM_BYTES_MAX) throw tooLarge();
    await refuseOwn(parts.take(value));
    return value;
  };
  const release = () => void reader.cancel().catch(() => {});
  const begun = next().catch((error: unknown) => {
    release();
    throw formError(error);
  });
  const first = await begun;
  return { content: (failed) => streamOf(first, next, failed), release };
}

function streamOf(
  first: Uint8Array | null,
  next: () => Promise<Uint8Array | null>,
  failed: (error: AppError) => void,
): ReadableStream<Uint8Array> {
  let bytes = Promise.resolve(first);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const value = await bytes;
        if (value === null) return controller.close();
        controller.enqueue(value);
        bytes = next();
        // The next pull awaits it.
        bytes.catch(() => {});
      } catch (error) {
        failed(formError(error));
        controller.error(error);
      }
    },
  });
}

const formError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError('invalid', 'The body ended early', { cause: messageOf(error) });

const tooLarge = (): AppError =>
  new AppError('too_large', `The body is larger than ${FORM_BYTES_MAX} bytes`);

const late = (): AppError =>
  new AppError('invalid', `Nothing more of the body came within ${FORM_PAUSE_MS / 1000} s`, {
    headers: { connection: 'close' },
  });
