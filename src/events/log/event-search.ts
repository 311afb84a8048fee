/** Searching the events of one stream, the newest first, in slices that are short. */
import type { Database, Value } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import type { LoggedEvent } from './events.ts';

/** What is wanted; null: whatever it is. */
export interface EventSearch {
  readonly streamId: string;
  readonly type: string | null;
  readonly chat: string | null;
  /** Stands in the body; letters from A to Z in either case. */
  readonly text: string | null;
  /** Of the event itself, or a whole text in its body: the id of a message, a call, a group. */
  readonly id: string | null;
  /** The sequence before the first one wanted. */
  readonly after: number;
  /** The sequence after the last one wanted; null: there is none. */
  readonly before: number | null;
  readonly limit: number;
}

interface FoundEvents {
  /** The newest first; fewer than `limit` when too many had to be looked through. */
  readonly sequences: number[];
  /** What `before` is to go on with; null: there is nothing older. */
  readonly next: number | null;
}

type Reading = Pick<Database, 'query'>;

/** Looked through by one statement, and by one search. */
const SLICE = 1_000;
const LOOKED_THROUGH = 20_000;
/** Larger bodies, which are rare, are not searched for texts: a slice of them would hold the database for long. */
const SEARCHED_BYTES_MAX = 64 * 1024;

export async function searchEvents(db: Reading, search: EventSearch): Promise<FoundEvents> {
  const { lowest, end: newest } = await boundsOf(db, search);
  const sequences: number[] = [];
  let end = newest;
  for (let looked = 0; end > lowest && looked < LOOKED_THROUGH; looked += SLICE) {
    const begin = Math.max(lowest, end - SLICE);
    sequences.push(...(await wantedIn(db, search, [begin, end], search.limit - sequences.length)));
    if (sequences.length === search.limit) return { sequences, next: sequences.at(-1) ?? null };
    end = begin;
    await yieldToEventLoop();
  }
  return { sequences, next: end > lowest ? end : null };
}

/** One event; null when it is not stored, or not any more. */
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

/** Sequences from the first up to, not including, the second. */
type Range = readonly [from: number, before: number];

/** What retention has removed is not searched slice by slice. */
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

async function wantedIn(
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

/** Of a row, beside its stream and sequence: what needs no body first. */
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
  // Bodies are JSON: quotes and line ends stand escaped in them.
  if (text !== null) add('instr(lower(body), ?) > 0', lowered(JSON.stringify(text).slice(1, -1)));
  return { sql: conditions.join(''), params };
}

/** As SQLite's `lower`, which knows the letters of ASCII alone. */
const lowered = (text: string): string => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase());
