/** Reads the event log in the order of sequences, with one bounded piece in memory at a time. */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database, Orm, Value } from '../../db/client.ts';
import { events, streams } from '../../db/schema/engine.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import type { EventType } from '../contract/catalog.ts';

export interface LoggedEvent {
  readonly sequence: number;
  /** The event type; a newer version may have written other ones. */
  readonly type: string;
  /** The stored body, without media bytes. */
  readonly body: string;
  readonly mediaId: string | null;
}

export interface EventLog {
  /** Returns the sequence of a stream's last event, whether it is still stored or not, and 0 when it never had one. */
  last(streamId: string): Promise<number>;
  /** Yields the events after a sequence, of one type or of all, up to the last one at the time of the call. */
  after(
    streamId: string,
    sequence: number,
    type?: EventType | undefined,
  ): AsyncGenerator<LoggedEvent, void>;
}

/** Returns whether there is or was a stream of this id, as far as is stored. Rejects with a DatabaseError. */
export async function hasStream(orm: Orm, id: string): Promise<boolean> {
  return (await orm.select({ id: streams.id }).from(streams).where(eq(streams.id, id))).length > 0;
}

const COUNT_SINCE = `select stream_id, count(*) from events
  where rowid > ? and type in (select value from json_each(?)) group by stream_id`;

/** Counts the events of these types by stream that were stored after a row. Rejects with a DatabaseError. */
export async function countEventsSince(
  db: Pick<Database, 'query'>,
  row: number,
  types: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const counts = await db.query(COUNT_SINCE, [row, JSON.stringify([...types])]);
  return new Map(counts.map(([id, count]) => [String(id), Number(count)]));
}

/** How many rows are read at once. Most readers stop early, and there may be many readers. */
const ROWS_PER_READ = 100;
/** How many bytes of bodies are read at once, unless a single body is larger. */
const BYTES_PER_READ = 256 * 1024;
/** How many sequences one query examines for a type: types have no index, and a read must stay short. */
const SEQUENCES_PER_SEARCH = 5_000;

/** The events of a stream after one sequence and up to another, of one type or of all. */
interface Piece {
  readonly streamId: string;
  readonly after: number;
  readonly to: number;
  readonly type: EventType | undefined;
}

const within = ({ streamId, after, to, type }: Piece) =>
  and(
    eq(events.streamId, streamId),
    gt(events.sequence, after),
    lte(events.sequence, to),
    type && eq(events.type, type),
  );

export function createEventLog(orm: Orm): EventLog {
  const lastOf = async (streamId: string): Promise<number> => {
    const [row] = await orm
      .select({ last: streams.lastSequence })
      .from(streams)
      .where(eq(streams.id, streamId));
    return row?.last ?? 0;
  };
  /** Returns the first stored sequence, so that what retention removed is not searched piece by piece. */
  const firstAfter = async (streamId: string, sequence: number): Promise<number | null> => {
    const [row] = await orm
      .select({ sequence: events.sequence })
      .from(events)
      .where(and(eq(events.streamId, streamId), gt(events.sequence, sequence)))
      .orderBy(asc(events.sequence))
      .limit(1);
    return row?.sequence ?? null;
  };

  return {
    last: lastOf,
    async *after(streamId, sequence, type) {
      const last = await lastOf(streamId);
      const first = await firstAfter(streamId, sequence);
      let after = first === null ? last : first - 1;
      while (after < last) {
        const to = Math.min(last, type === undefined ? last : after + SEQUENCES_PER_SEARCH);
        const end = await endOfRead(orm, { streamId, after, to, type });
        if (end !== null) yield* await read(orm, { streamId, after, to: end, type });
        after = end ?? to;
      }
    },
  };
}

/** Returns the last sequence of the piece to read, without reading a body, or null when the piece is empty. */
async function endOfRead(orm: Orm, piece: Piece): Promise<number | null> {
  const sizes = await orm
    .select({ sequence: events.sequence, bytes: sql<number>`octet_length(${events.body})` })
    .from(events)
    .where(within(piece))
    .orderBy(asc(events.sequence))
    .limit(ROWS_PER_READ);
  let bytes = 0;
  let end: number | null = null;
  for (const event of sizes) {
    bytes += event.bytes;
    if (bytes > BYTES_PER_READ && end !== null) break;
    end = event.sequence;
  }
  return end;
}

const read = (orm: Orm, piece: Piece): Promise<LoggedEvent[]> =>
  orm
    .select({
      sequence: events.sequence,
      type: events.type,
      body: events.body,
      mediaId: events.mediaId,
    })
    .from(events)
    .where(within(piece))
    .orderBy(asc(events.sequence));

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

const SQL = `select wanted.value,
  (select created_at from events e where e.stream_id = wanted.value order by sequence desc limit 1)
  from json_each(?) wanted`;

/** Returns when the newest stored event of each stream was created, in ms since 1970. Rejects with a DatabaseError. */
export async function readLastEventTimes(
  db: Pick<Database, 'query'>,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(SQL, [JSON.stringify(streamIds)]);
  return new Map(rows.flatMap(([id, at]) => (at == null ? [] : [[String(id), Number(at)]])));
}
