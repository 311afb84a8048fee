/**
 * Answers as they leave: small ones in one piece, large ones as a stream that counts as memory until it is read.
 * Bun copies an answer given in one piece for each reader and buffers what the socket does not take, without any bound;
 * of a stream it asks for the next chunk only when the reader has taken the ones before.
 */
import { ElysiaCustomStatusResponse } from 'elysia';
import { type Clock, yieldToEventLoop } from '../shared/clock.ts';
import { releaseBody } from './body-reader.ts';
import { type MemoryBudget, type Reservation, SMALL_BYTES } from './memory-budget.ts';
import { memoryHolderOf } from './principal.ts';

/** An answer that is not read by then, or of one that is made meanwhile its next chunk, is cut off: others need its memory. */
const UNREAD_MS = 30_000;
const CHUNK_CHARACTERS = 64 * 1024;
/** Of one answer: less than a millisecond of the event loop. */
const CHUNKS_PER_TURN = 4;
const JSON_TYPE = 'application/json;charset=utf-8';
const JSON_HEADERS = { 'content-type': JSON_TYPE };
/** What an answer holds that is sent as it is made: its beginning, the piece that is made and what the socket takes. */
const BYTES_AS_MADE = 4 * SMALL_BYTES;

export interface AnswerDeps {
  readonly clock: Clock;
  readonly memory: MemoryBudget;
}

interface AnswerSettings {
  readonly headers: Record<string, unknown>;
  status?: number | string;
}

/** Holds memory for an answer of this request that is still being put together; see `jsonAnswer`. */
export const reserveAnswer = (memory: MemoryBudget, request: Request, bytes: number): Reservation =>
  memory.reserve(memoryHolderOf(request), bytes);

/** What a handler returned, as it is to be sent; throws `rate_limited` when there is no memory for it. */
export function createAnswerMapper(deps: AnswerDeps) {
  return (request: Request, responseValue: unknown, set: AnswerSettings): unknown => {
    releaseBody(request);
    let value = responseValue;
    if (value instanceof ElysiaCustomStatusResponse) {
      set.status = value.code;
      value = value.response;
    }
    if (isPlain(value)) {
      value = JSON.stringify(value);
      set.headers['content-type'] ??= JSON_TYPE;
    }
    if (typeof value !== 'string') return value;
    const text = value;
    // Failures are short, and are the one answer that must not fail. Of an answer to HEAD only the length is wanted.
    const goesInOnePiece = Number(set.status) >= 400 || request.method === 'HEAD';
    if (text.length <= SMALL_BYTES || goesInOnePiece) return text;
    const bytes = Buffer.byteLength(text);
    const reservation = reserveAnswer(deps.memory, request, bytes);
    deps.memory.countGarbage(bytes);
    return new Response(streamed([text], reservation, deps.clock));
  };
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (value.constructor === Object || Array.isArray(value));

/** Pieces of JSON as one answer, for which `reservation` holds memory; it is released once they are sent. */
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

/**
 * Answers with JSON whose pieces are made while it is sent, so that it is never in memory as a whole. The first 64 KiB
 * are made before: what fails until then is thrown; what fails later cuts the answer off, as no status is left to say
 * it with. No piece may be larger than that.
 */
export async function answerAsMade(
  { memory, clock }: AnswerDeps,
  request: Request,
  pieces: AsyncIterable<string>,
): Promise<Response> {
  const reservation = reserveAnswer(memory, request, BYTES_AS_MADE);
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
  const all = followedBy(first, { [Symbol.asyncIterator]: () => making });
  return new Response(streamed(all, reservation, clock), { headers: JSON_HEADERS });
}

async function* followedBy(
  first: readonly string[],
  rest: AsyncIterable<string>,
): AsyncGenerator<string, void> {
  yield* first;
  yield* rest;
}

/** The pieces as one stream; `reservation` is released when it was read, given up or cut off. */
function streamed(
  pieces: Iterable<string> | AsyncIterable<string>,
  reservation: Reservation,
  clock: Clock,
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(pieces);
  let cancelCut = () => {};
  const isMade = !Array.isArray(pieces);
  let taken = 0;
  let isOver = false;
  const end = () => {
    isOver = true;
    cancelCut();
    reservation.release();
    // Whoever makes the pieces lets go of what that takes.
    chunks.return().catch(() => {});
  };
  const cutUnread = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    cancelCut = clock.after(UNREAD_MS, () => {
      end();
      // Ends the connection, and what Bun has of the answer with it.
      controller.error(new Error('the answer was not read in time'));
    });
  };
  return new ReadableStream({
    start: cutUnread,
    async pull(controller) {
      // What takes long to make is no fault of the reader.
      if (isMade) cancelCut();
      // A reader as fast as this machine would otherwise take all of it in one turn of the event loop.
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

/** The next chunk; `failed` is called when there is none for an error, which is thrown. */
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

/** Encoded one by one, so that no second copy of the whole is made. */
async function* chunksOf(
  pieces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    for (let from = 0, to = 0; from < piece.length; from = to) {
      to = Math.min(from + CHUNK_CHARACTERS, piece.length);
      // A character of two halves stays in one chunk.
      if (to < piece.length && isFirstHalf(piece.charCodeAt(to - 1))) to++;
      yield encoder.encode(piece.slice(from, to));
    }
  }
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
