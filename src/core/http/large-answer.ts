/**
 * Sends small answers in one piece and large ones as a stream that counts as memory until it is read. Bun copies an
 * answer in one piece for each reader and buffers what the socket does not take, without a limit. It asks for the next
 * chunk of a stream only when the reader has taken the ones before.
 */
import { ElysiaCustomStatusResponse } from 'elysia';
import { type Clock, yieldToEventLoop } from '../shared/clock.ts';
import { failure } from '../shared/errors.ts';
import { releaseBody, warningsOf } from './body-reader.ts';
import { type MemoryBudget, type Reservation, SMALL_BYTES } from './memory-budget.ts';
import { memoryHolderOf } from './principal.ts';
import { addRetryAfter, addRetryAfterTo } from './rate-limit.ts';

/**
 * An answer that is not read within this time, or the next chunk of one that is still being made, is cut off: others
 * need its memory.
 */
const UNREAD_MS = 30_000;
const CHUNK_CHARACTERS = 64 * 1024;
/** These take less than a millisecond of the event loop. */
const CHUNKS_PER_TURN = 4;
const JSON_TYPE = 'application/json;charset=utf-8';
const JSON_HEADERS = { 'content-type': JSON_TYPE };
/**
 * The bytes held by an answer that is sent while it is made: its beginning, the current piece and the socket's buffer.
 */
const JSON_BYTES_HELD = 4 * SMALL_BYTES;

export interface AnswerDeps {
  readonly clock: Clock;
  readonly memory: MemoryBudget;
}

interface AnswerSettings {
  readonly headers: Record<string, unknown>;
  status?: number | string;
}

/** Holds memory for an answer that is still being composed; see `jsonAnswer`. */
export const reserveAnswer = (memory: MemoryBudget, request: Request, bytes: number): Reservation =>
  memory.reserve(memoryHolderOf(request), bytes);

/** Throws `unavailable` in place of `rate_limited` if the request may have changed something, since it was done. */
function reserveForDone(memory: MemoryBudget, request: Request, bytes: number): Reservation {
  try {
    return reserveAnswer(memory, request, bytes);
  } catch (cause) {
    if (request.method === 'GET') throw cause;
    throw failure('answer_without_room', {}, { cause, mayBeDone: true });
  }
}

/**
 * Returns a function that maps what a handler returned to what is sent. It throws what `reserveForDone` throws when there
 * is no memory for it.
 */
export function createAnswerMapper(deps: AnswerDeps) {
  return (request: Request, responseValue: unknown, set: AnswerSettings): unknown => {
    const warnings = warningsOf(request);
    releaseBody(request);
    let value = responseValue;
    if (value instanceof ElysiaCustomStatusResponse) {
      set.status = value.code;
      value = value.response;
    }
    if (value instanceof Response) addRetryAfterTo(value);
    else addRetryAfter(set.status, set.headers);
    if (warnings) value = withWarnings(value, warnings, set);
    if (isPlain(value)) {
      value = JSON.stringify(value);
      set.headers['content-type'] ??= JSON_TYPE;
    }
    if (typeof value !== 'string') return value;
    const text = value;
    // Failures are short and must never fail themselves. An answer to HEAD only needs its length.
    const goesInOnePiece = Number(set.status) >= 400 || request.method === 'HEAD';
    if (text.length <= SMALL_BYTES || goesInOnePiece) return text;
    const bytes = Buffer.byteLength(text);
    const reservation = reserveForDone(deps.memory, request, bytes);
    deps.memory.noteAllocation(bytes);
    return new Response(streamed([text], reservation, deps.clock));
  };
}

/** Clients show what they are answered, so warnings are in the body; in a header if that is no object. */
function withWarnings(value: unknown, warnings: readonly string[], set: AnswerSettings): unknown {
  if (isPlain(value) && !Array.isArray(value)) return { ...value, warnings };
  const visible = warnings.map((text) => text.replaceAll(/[^ !#-[\]-~]/g, '?'));
  set.headers.warning = visible.map((text) => `299 - "${text}"`).join(', ');
  return value;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (value.constructor === Object || Array.isArray(value));

/** Returns pieces of JSON as one answer and releases `reservation` once they are sent. */
export function jsonAnswer(
  pieces: readonly string[],
  reservation: Reservation,
  clock: Clock,
): Response {
  const characters = pieces.reduce((sum, { length }) => sum + length, 0);
  if (characters > SMALL_BYTES)
    return new Response(streamed(pieces, reservation, clock), { headers: JSON_HEADERS });
  reservation.release();
  return new Response(pieces.join(''), { headers: JSON_HEADERS });
}

/** Status and headers of an answer with a file. */
interface FileAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Defaults to 200. */
  readonly status?: number;
}

/** The bytes held by a file that is sent while it is read: a piece, the next one, and the socket's buffer. */
const FILE_BYTES_HELD = 1024 * 1024;

/**
 * Answers with a file whose pieces are read while it is sent. The first is read before: what fails until then is thrown,
 * and a later failure cuts the answer off. No piece may be larger than 512 KiB.
 */
export async function streamFile(
  { memory, clock }: AnswerDeps,
  request: Request,
  pieces: AsyncIterable<Uint8Array>,
  answer: FileAnswer,
): Promise<Response> {
  const reservation = reserveAnswer(memory, request, FILE_BYTES_HELD);
  const reading = pieces[Symbol.asyncIterator]();
  try {
    const { value, done } = await reading.next();
    const begun = done ? [] : [value];
    return new Response(streamed(begun, reservation, clock, reading), answer);
  } catch (error) {
    reservation.release();
    throw error;
  }
}

/**
 * Answers with JSON whose pieces are made while it is sent, so that it is never in memory as a whole. The first 64 KiB
 * are made before: what fails until then is thrown. A later failure cuts the answer off, because its status is already
 * sent. No piece may be larger than that.
 */
export async function streamJson(
  { memory, clock }: AnswerDeps,
  request: Request,
  pieces: AsyncIterable<string>,
): Promise<Response> {
  const reservation = reserveAnswer(memory, request, JSON_BYTES_HELD);
  const making = pieces[Symbol.asyncIterator]();
  const first: string[] = [];
  try {
    for (let characters = 0; characters <= SMALL_BYTES; ) {
      const { value, done } = await making.next();
      if (done) return jsonAnswer(first, reservation, clock);
      first.push(value);
      characters += value.length;
    }
  } catch (error) {
    reservation.release();
    throw error;
  }
  return new Response(streamed(first, reservation, clock, making), { headers: JSON_HEADERS });
}

type Piece = string | Uint8Array;

/**
 * Returns the pieces as one stream, followed by those that `maker` still makes. `reservation` is released once the
 * stream was read, cancelled or cut off.
 */
function streamed(
  pieces: readonly Piece[],
  reservation: Reservation,
  clock: Clock,
  maker: AsyncIterator<Piece> | null = null,
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(pieces, maker);
  let cancelCut = () => {};
  const isMade = maker !== null;
  let taken = 0;
  let isOver = false;
  const end = () => {
    isOver = true;
    cancelCut();
    reservation.release();
    // Ends the generator, so that it frees its memory. The first chunk was asked for before: a generator that was never
    // started does not run its `finally`.
    maker?.return?.().catch(() => {});
  };
  const cutUnread = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    cancelCut = clock.after(UNREAD_MS, () => {
      end();
      // This ends the connection, and frees what Bun buffers of the answer.
      controller.error(new Error('the answer was not read in time'));
    });
  };
  return new ReadableStream({
    start: cutUnread,
    async pull(controller) {
      // The reader is not to blame for the time that a piece takes to make.
      if (isMade) cancelCut();
      // A reader as fast as this machine would otherwise take the whole answer in one turn of the event loop.
      if (++taken % CHUNKS_PER_TURN === 0) await yieldToEventLoop();
      if (isOver) return;
      const { value, done } = await nextOr(chunks, end);
      if (isOver) return;
      if (done) {
        end();
        return controller.close();
      }
      controller.enqueue(value);
      if (isMade) cutUnread(controller);
    },
    cancel: end,
  });
}

/** Returns the next chunk. Calls `failed` and throws when making it fails. */
async function nextOr(
  chunks: AsyncGenerator<Uint8Array, void>,
  failed: () => void,
): Promise<IteratorResult<Uint8Array, void>> {
  try {
    return await chunks.next();
  } catch (error) {
    failed();
    throw error;
  }
}

/** Chunks are encoded one by one, so that no second copy of the answer is made. */
async function* chunksOf(
  pieces: readonly Piece[],
  maker: AsyncIterator<Piece> | null,
): AsyncGenerator<Uint8Array, void> {
  for (const piece of pieces) yield* chunksIn(piece);
  if (maker === null) return;
  for (;;) {
    const { value, done } = await maker.next();
    if (done) return;
    yield* chunksIn(value);
  }
}

const encoder = new TextEncoder();

function* chunksIn(piece: Piece): Generator<Uint8Array, void> {
  if (typeof piece !== 'string') {
    for (let from = 0; from < piece.byteLength; from += CHUNK_CHARACTERS)
      yield piece.subarray(from, from + CHUNK_CHARACTERS);
    return;
  }
  for (let from = 0, to = 0; from < piece.length; from = to) {
    to = Math.min(from + CHUNK_CHARACTERS, piece.length);
    // A surrogate pair stays in one chunk.
    if (to < piece.length && isFirstHalf(piece.charCodeAt(to - 1))) to++;
    yield encoder.encode(piece.slice(from, to));
  }
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
