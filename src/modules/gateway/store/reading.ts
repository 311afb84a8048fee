/**
 * Pages of stored records. They are read in turns and a part at a time, memory being held for each part before; between
 * two parts the event loop is given back.
 */

import { jsonAnswer, reserveAnswer } from '../../../core/http/large-answer.ts';
import type { MemoryBudget, Reservation } from '../../../core/http/memory-budget.ts';
import { memoryHolderOf } from '../../../core/http/principal.ts';
import type { SizedRow } from '../../../core/messages/store/queries.ts';
import { yieldToEventLoop } from '../../../core/shared/clock.ts';
import { PAGE_BYTES_MAX } from '../page-query.ts';
import type { GatewayParts } from '../parts.ts';

/** One piece takes about a millisecond of the event loop. */
const PART_BYTES_MAX = 256 * 1024;
const PART_ROWS_MAX = 50;

/** An answer that is being composed. */
export interface Reading {
  readonly memory: MemoryBudget;
  readonly held: Reservation;
}

/**
 * Answers with the pieces of JSON that `read` returns. Throws 429 when other reads take too long or there is no memory.
 * After any failure nothing stays reserved.
 */
export async function answerFromStore(
  { messageStore, memory, clock }: GatewayParts,
  request: Request,
  read: (reading: Reading) => Promise<string[]>,
): Promise<Response> {
  return await messageStore.turns.run(memoryHolderOf(request), request.signal, async () => {
    const held = reserveAnswer(memory, request, 0);
    try {
      return jsonAnswer(await read({ memory, held }), held, clock);
    } catch (error) {
      held.release();
      throw error;
    }
  });
}

export interface JoinedRecords<R> {
  /** JSON with commas in between, as the inside of a list. */
  readonly pieces: readonly string[];
  /** The row after which the page ended because of its size; null if the page has all rows. */
  readonly cutAfter: R | null;
}

/**
 * The records of the rows as `textsOf` gives them, up to about `bytesMax` bytes, or the first one if that has more.
 * Throws `rate_limited` when there is no memory for them.
 */
export async function joinRecords<R extends SizedRow>(
  { memory, held }: Reading,
  rows: readonly R[],
  textsOf: (part: readonly R[]) => Promise<readonly string[]>,
  bytesMax = PAGE_BYTES_MAX,
): Promise<JoinedRecords<R>> {
  const pieces: string[] = [];
  let bytes = 0;
  for (let from = 0; from < rows.length; ) {
    if (from > 0) await yieldToEventLoop();
    const part = nextPart(rows, from, bytesMax - bytes);
    if (part.length === 0) return { pieces, cutAfter: rows[from - 1] ?? null };
    const stored = part.reduce((sum, row) => sum + row.bytes, 0);
    held.resize(bytes + stored);
    memory.noteAllocation(stored);
    const texts = await textsOf(part);
    from += part.length;
    if (texts.length === 0) continue;
    const piece = `${pieces.length > 0 ? ',' : ''}${texts.join(',')}`;
    bytes += Buffer.byteLength(piece);
    held.resize(bytes);
    pieces.push(piece);
  }
  return { pieces, cutAfter: null };
}

/** A list that has no field for where it goes on: it has all records, which are small. */
export async function listOf<R extends SizedRow>(
  reading: Reading,
  rows: readonly R[],
  textsOf: (part: readonly R[]) => Promise<readonly string[]>,
): Promise<string[]> {
  const { pieces } = await joinRecords(reading, rows, textsOf, Number.POSITIVE_INFINITY);
  return ['[', ...pieces, ']'];
}

/** Returns no rows when the page is full; the first row of a page always fits. */
function nextPart<R extends SizedRow>(rows: readonly R[], from: number, room: number): R[] {
  const part: R[] = [];
  let bytes = 0;
  for (const row of rows.slice(from, from + PART_ROWS_MAX)) {
    bytes += row.bytes;
    const isFirst = from + part.length === 0;
    if (!isFirst && bytes > room) break;
    if (part.length > 0 && bytes > PART_BYTES_MAX) break;
    part.push(row);
  }
  return part;
}

/** JSON of an object that has a field of JSON between the fields of two others, of which both have some. */
export const spliceJson = (before: object, name: string, json: string, after: object): string =>
  `${JSON.stringify(before).slice(0, -1)},"${name}":${json},${JSON.stringify(after).slice(1)}`;
