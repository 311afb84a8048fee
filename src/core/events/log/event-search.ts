/** Searches the events of one stream, the newest first, in short slices. */
import type { Database, Value } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import type { LoggedEvent } from './events.ts';

/** The conditions; null matches everything. */
export interface EventSearch {
  readonly streamId: string;
  readonly type: string | null;
  readonly chat: string | null;
  /** A text in the body; the case of the letters A to Z is ignored. */
  readonly text: string | null;
  /** The id of the event, or a whole text value in its body, such as the id of a message, a call or a group. */
  readonly id: string | null;
  /** Only sequences above this one. */
  readonly after: number;
  /** Only sequences below this one; null means no limit. */
  readonly before: number | null;
  readonly limit: number;
}

interface FoundEvents {
  /** The newest first; fewer than `limit` if too many rows had to be examined. */
  readonly sequences: number[];
  /** The value of `before` to continue with, or null if nothing is older. */
  readonly next: number | null;
}

type Reading = Pick<Database, 'query'>;

/** How many rows one statement, and one search, examines. */
const SLICE = 1_000;
const LOOKED_THROUGH = 20_000;
/**
 * Larger bodies, which are rare, are not searched for texts, because a slice of them would block the database for long.
 */
const SEARCHED_BYTES_MAX = 64 * 1024;

/** How many bytes of bodies one statement searches for up to so many characters: a few milliseconds. */
const SEARCHED_AT_ONCE = 512 * 1024;
const SOUGHT_AT_ONCE = 64;
const SIZES = `select sequence, iif(octet_length(body) <= ${SEARCHED_BYTES_MAX}, octet_length(body), 0)
  from events where stream_id = ? and sequence >= ? and sequence < ? order by sequence desc`;

export async function searchEvents(db: Reading, search: EventSearch): Promise<FoundEvents> {
  const { lowest, end: newest } = await boundsOf(db, search);
  const sequences: number[] = [];
  let end = newest;
  for (let looked = 0; end > lowest && looked < LOOKED_THROUGH; looked += SLICE) {
    const begin = Math.max(lowest, end - SLICE);
    for (const range of await piecesOf(db, search, [begin, end])) {
      sequences.push(...(await matchingIds(db, search, range, search.limit - sequences.length)));
      if (sequences.length === search.limit) return { sequences, next: sequences.at(-1) ?? null };
      await yieldToEventLoop();
    }
    end = begin;
  }
  return { sequences, next: end > lowest ? end : null };
}

/** Returns one event, or null if it is not stored. */
export async function eventAt(
  db: Reading,
  streamId: string,
  sequence: number,
): Promise<LoggedEvent | null> {
  const sql = 'select type, body, media_id from events where stream_id = ? and sequence = ?';
  const [row] = await db.query(sql, [streamId, sequence]);
  if (row === undefined) return null;
  const [type, body, mediaId = null] = row;
  return {
    sequence,
    type: String(type),
    body: String(body),
    mediaId: mediaId === null ? null : String(mediaId),
  };
}

/** Sequences from the first up to, but not including, the second. */
type Range = readonly [from: number, before: number];

/** Limits the search to stored events, so that it does not go slice by slice through what retention removed. */
async function boundsOf(db: Reading, { streamId, after, before }: EventSearch) {
  const sql = `select (select last_sequence from streams where id = ?),
    (select min(sequence) from events where stream_id = ?)`;
  const [row] = await db.query(sql, [streamId, streamId]);
  const [last, first] = row ?? [];
  const end = Number(last ?? 0) + 1;
  return {
    lowest: Math.max(after + 1, Number(first ?? end)),
    end: before === null ? end : Math.min(before, end),
  };
}

/** Returns the parts of a range, the newest first, in which one statement searches no more text than it may. */
async function piecesOf(
  db: Reading,
  { streamId, text, id }: EventSearch,
  [from, before]: Range,
): Promise<Range[]> {
  const sought = Math.max(text?.length ?? 0, id?.length ?? 0);
  if (sought === 0) return [[from, before]];
  // A search may compare its whole text at each character.
  const most = SEARCHED_AT_ONCE / Math.max(1, sought / SOUGHT_AT_ONCE);
  const pieces: Range[] = [];
  let [end, bytes] = [before, 0];
  for (const [sequence, size] of await db.query(SIZES, [streamId, from, before])) {
    bytes += Number(size);
    if (bytes < most) continue;
    pieces.push([Number(sequence), end]);
    [end, bytes] = [Number(sequence), 0];
  }
  return end > from ? [...pieces, [from, end]] : pieces;
}

async function matchingIds(
  db: Reading,
  search: EventSearch,
  range: Range,
  limit: number,
): Promise<number[]> {
  const { sql, params } = conditionOf(search);
  const rows = await db.query(
    `select sequence from events where stream_id = ? and sequence >= ? and sequence < ?${sql}
      order by sequence desc limit ?`,
    [search.streamId, ...range, ...params, limit],
  );
  return rows.map(([sequence]) => Number(sequence));
}

/** The conditions of a row other than its stream and sequence; those that need no body come first. */
function conditionOf({ type, chat, text, id }: EventSearch) {
  const conditions: string[] = [];
  const params: Value[] = [];
  const add = (condition: string, ...values: Value[]) => {
    conditions.push(` and ${condition}`);
    params.push(...values);
  };
  if (type !== null) add('type = ?', type);
  if (chat !== null) add('chat = ?', chat);
  if (text !== null || id !== null) add('octet_length(body) <= ?', SEARCHED_BYTES_MAX);
  if (id !== null) add('(id = ? or instr(body, ?) > 0)', id, JSON.stringify(id));
  // Bodies are JSON, so quotes and line ends are escaped in them.
  if (text !== null)
    add('instr(lower(body), ?) > 0', toLowerAscii(JSON.stringify(text).slice(1, -1)));
  return { sql: conditions.join(''), params };
}

/** Lowers only ASCII letters, as `lower` of SQLite does. */
const toLowerAscii = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase());
