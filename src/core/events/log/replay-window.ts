/** Reads the events that a replay looks at, in the order of their sequences. */
import type { Database } from '../../db/client.ts';
import { inTurns } from '../../shared/async/mutex.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import type { Target } from '../contract/channel.ts';
import { endpointOfLane } from '../contract/endpoint.ts';
import { FilterBudget, STEPS_PER_TURN } from '../contract/filter-budget.ts';
import { CLOCK_SLACK_MS } from './delivery-search.ts';

type Db = Pick<Database, 'query'>;

/** The facts about an event that a replay needs. */
export interface ReplayedEvent {
  readonly sequence: number;
  readonly id: string;
  readonly type: string;
  readonly chat: string | null;
  readonly createdAt: number;
  /** The stored body; null unless it was asked for. */
  readonly body: string | null;
}

const window = (body: string) => `select sequence, id, type, chat, created_at, ${body} from events
  where stream_id = ? and sequence > ? and sequence <= ? order by sequence limit ?`;

/** How many events one pass reads, and how many with their bodies. */
const LOOK_MAX = 1_000;
const BODIES_MAX = 200;

export interface EventWindow {
  readonly events: readonly ReplayedEvent[];
  /** Whether nothing more follows. */
  readonly isWhole: boolean;
  /** Whether they are not in the log, but in the archive. */
  readonly isArchived: boolean;
}

const NEXT = 'select min(sequence) from events where stream_id = ? and sequence > ?';

/** Returns the sequence of the next event in the log, or null at its end. */
export async function nextStored(db: Db, streamId: string, cursor: number): Promise<number | null> {
  const [row] = await db.query(NEXT, [streamId, cursor]);
  return row?.[0] == null ? null : Number(row[0]);
}

/** Returns the stored events after the cursor and up to `last`; `isWhole` unless there are more than one pass reads. */
export async function readWindow(
  db: Db,
  streamId: string,
  [cursor, last]: readonly [cursor: number, last: number],
  hasBodies: boolean,
): Promise<EventWindow> {
  const limit = hasBodies ? BODIES_MAX : LOOK_MAX;
  const sql = window(hasBodies ? 'body' : 'null');
  const rows = await db.query(sql, [streamId, cursor, last, limit]);
  const events = rows.map(([sequence, id, type, chat, createdAt, body]) => ({
    sequence: Number(sequence),
    id: String(id),
    type: String(type),
    chat: chat == null ? null : String(chat),
    createdAt: Number(createdAt),
    body: body == null ? null : String(body),
  }));
  return { events, isWhole: events.length < limit, isArchived: false };
}

/**
 * Returns the wanted events whose bodies fit, at most `room`, and the sequence of the last if there was no more room. Other
 * work runs in between.
 */
export async function upToRoom(
  events: readonly ReplayedEvent[],
  room: number,
  isWanted: (event: ReplayedEvent) => boolean,
  fits: Target['wants'],
): Promise<{ readonly wanted: readonly ReplayedEvent[]; readonly until: number | null }> {
  const wanted: ReplayedEvent[] = [];
  let budget = new FilterBudget();
  for await (const event of inTurns(events, STEPS_PER_TURN, ({ body }) => budget.costOf(body))) {
    budget = new FilterBudget();
    if (!isWanted(event)) continue;
    // Only the service writes bodies.
    if (fits && event.body !== null && !fits(JSON.parse(event.body), budget)) continue;
    wanted.push(event);
    if (wanted.length === room) return { wanted, until: event.sequence };
  }
  return { wanted, until: null };
}

const SLICE = 2_000;
const RECEIVED = `select id, sequence, endpoint from deliveries
  where stream_id = ? and state = ? and id > ? order by id limit ${SLICE}`;

/**
 * Reads once which events of a range an endpoint was sent, or will be: one bit for each sequence, because no index finds
 * the deliveries of one event. Returns a function that says so for a sequence. Rejects with a DatabaseError.
 */
export async function readReceived(
  db: Db,
  streamId: string,
  endpoint: string,
  [first, last]: readonly [first: number, last: number],
): Promise<(sequence: number) => boolean> {
  const bits = new Uint8Array(Math.ceil(Math.max(0, last - first + 1) / 8));
  const isSet = (place: number) => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
  // This order finds a delivery even if it goes to the next state between two queries.
  for (const state of ['waiting', 'sending', 'delivered'])
    for (let after: string | null = ''; after !== null; await yieldToEventLoop()) {
      const rows = await db.query(RECEIVED, [streamId, state, after]);
      for (const [, sequence, lane] of rows) {
        const place = Number(sequence) - first;
        if (place < 0 || place > last - first || endpointOfLane(String(lane)) !== endpoint)
          continue;
        bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
      }
      after = rows.length < SLICE ? null : String(rows.at(-1)?.[0]);
    }
  return (sequence) => isSet(sequence - first);
}

interface ReplayRange {
  /** The first and the last sequence that can be of the time. The range is empty if the first is above the last. */
  readonly first: number;
  readonly last: number;
  /** When the oldest stored event was created, in ms since 1970; null if none is stored. */
  readonly oldest: number | null;
  /** Whether older events of the stream are no longer stored. */
  readonly isPruned: boolean;
}

const ENDS = `select (select last_sequence from streams where id = ?1), sequence, created_at
  from (select 1) left join (select sequence, created_at from events where stream_id = ?1 order by sequence limit 1)`;
const FROM =
  'select sequence, created_at from events where stream_id = ? and sequence >= ? order by sequence limit 1';

/**
 * Returns the range of a time, in ms since 1970. It begins and ends a little outside of the time, because clocks may be
 * set: each event has to be compared with the time.
 */
export async function rangeOf(
  db: Db,
  streamId: string,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<ReplayRange> {
  const [row] = await db.query(ENDS, [streamId]);
  const [last, lowest, oldest] = row ?? [];
  const end = Number(last ?? 0);
  if (lowest == null) return { first: end + 1, last: end, oldest: null, isPruned: end > 0 };
  const from = await firstAfter(db, streamId, since - CLOCK_SLACK_MS, [Number(lowest), end]);
  const beyond = await firstAfter(db, streamId, until + CLOCK_SLACK_MS, [from, end]);
  const isPruned = Number(lowest) > 1;
  return { first: from, last: beyond - 1, oldest: Number(oldest), isPruned };
}

/** Returns the first sequence whose event is younger than the time, or the one after the last. */
async function firstAfter(
  db: Db,
  streamId: string,
  time: number,
  [lowest, last]: readonly [number, number],
): Promise<number> {
  let low = lowest;
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await db.query(FROM, [streamId, middle]);
    const [sequence, createdAt] = row ?? [];
    if (sequence == null || Number(createdAt) > time) high = middle;
    else low = Number(sequence) + 1;
  }
  return low;
}
