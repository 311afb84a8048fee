/** Tries filters and transforms on the events that are kept of a stream, in short slices. */
import type { Database } from '../../db/client.ts';
import { requireConnected } from '../../shared/async/caller-turns.ts';
import { inTurns } from '../../shared/async/mutex.ts';
import { iso, yieldToEventLoop } from '../../shared/clock.ts';
import { timeOfId } from '../../shared/ids.ts';
import type { BodyFields } from '../contract/channel.ts';
import { FilterBudget, STEPS_PER_TURN } from '../contract/filter-budget.ts';
import { createEventBodies } from './bodies.ts';
import type { LoggedEvent } from './events.ts';
import { rangeOf } from './replay-window.ts';

type Reading = Pick<Database, 'query'>;

/** Which kept events are looked at. */
export interface KeptSearch {
  readonly streamId: string;
  /** Null for every type. */
  readonly types: ReadonlySet<string> | null;
  /** Only events made at this time or later, in ms since 1970. */
  readonly since: number;
  /** Only sequences below this one; null for the newest first. */
  readonly before: number | null;
  /** Only these sequences; absent for all. */
  readonly among?: readonly number[];
  /** How many of those that fit are named. */
  readonly limit: number;
}

interface FoundEvent {
  readonly id: string;
  readonly event: string;
  readonly sequence: number;
  readonly timestamp: string;
}

export interface KeptResult {
  /** How many events were looked at, of the types that were asked for. */
  readonly lookedAt: number;
  readonly matched: number;
  /** Those among them for which the filter could not be decided. */
  readonly undecided: number;
  /** The newest events that fit. */
  readonly events: FoundEvent[];
  /** The value for `before` to go on with; null if nothing older is kept. */
  readonly next: number | null;
}

/** How many events one statement reads, and how many one search looks at. */
const SLICE = 200;
export const LOOKED_AT_MAX = 10_000;
/** The most steps of one search: about half a second. */
const STEPS_MAX = 500 * STEPS_PER_TURN;
/** Larger bodies are read one by one. */
const BODY_BYTES_MAX = 64 * 1024;

const readingSlice = (condition: string) => `select sequence, type, created_at, id,
    case when octet_length(body) <= ${BODY_BYTES_MAX}
      and (?1 is null or type in (select value from json_each(?1))) then body end, media_id
  from events where stream_id = ?2 and sequence < ?3 and created_at >= ?4${condition}
  order by sequence desc limit ?5`;
const READ_SLICE = readingSlice('');
const READ_SLICE_AMONG = readingSlice(' and sequence in (select value from json_each(?6))');
const READ_BODY = 'select body from events where stream_id = ? and sequence = ?';

interface KeptRow extends LoggedEvent {
  readonly id: string;
  readonly createdAt: number;
}

/** Throws when it cannot be decided; such an event is delivered. It gets the fields that filters see. */
type EventTest = (event: BodyFields, budget: FilterBudget) => boolean;

/**
 * Looks at the newest events until the search has had its share of events and steps. Other work runs in between. Throws
 * `invalid` when `signal` aborts.
 */
export async function searchKept(
  db: Reading,
  search: KeptSearch,
  fits: EventTest,
  signal: AbortSignal,
): Promise<KeptResult> {
  const bodies = createEventBodies(db);
  const counts = { lookedAt: 0, matched: 0, undecided: 0 };
  const events: FoundEvent[] = [];
  let before = search.before ?? Number.MAX_SAFE_INTEGER;
  let steps = 0;
  let budget = new FilterBudget();
  const costOf = ({ body }: KeptRow) => {
    const cost = budget.costOf(body);
    steps += cost;
    return cost;
  };
  for (let read = 0; read < LOOKED_AT_MAX; read += SLICE) {
    const { rows, last } = await readSlice(db, search, before);
    for await (const row of inTurns(rows, STEPS_PER_TURN, costOf)) {
      requireConnected(signal);
      if (steps > STEPS_MAX) return { ...counts, events, next: before };
      budget = new FilterBudget();
      const answer = ask(fits, JSON.parse(await bodies.with(row, false)), budget);
      before = row.sequence;
      counts.lookedAt++;
      if (answer === 'no') continue;
      counts.matched++;
      counts.undecided += Number(answer === 'undecided');
      if (events.length < search.limit) events.push(found(row));
    }
    if (last === null) return { ...counts, events, next: null };
    before = last;
    await yieldToEventLoop();
  }
  return { ...counts, events, next: before };
}

/** `last` is the sequence before which the next slice begins, or null after the last one. */
async function readSlice(
  db: Reading,
  { streamId, types, since, among }: KeptSearch,
  before: number,
) {
  const wanted = types && JSON.stringify([...types]);
  const params = [wanted, streamId, before, since, SLICE];
  const slice =
    among === undefined
      ? await db.query(READ_SLICE, params)
      : await db.query(READ_SLICE_AMONG, [...params, JSON.stringify(among)]);
  const rows: KeptRow[] = [];
  for (const [sequence, type, createdAt, id, small, mediaId] of slice) {
    if (types !== null && !types.has(String(type))) continue;
    const body = small ?? (await db.query(READ_BODY, [streamId, Number(sequence)]))[0]?.[0];
    // Retention may have removed the event after the search.
    if (body == null) continue;
    rows.push({
      sequence: Number(sequence),
      type: String(type),
      createdAt: Number(createdAt),
      id: String(id),
      body: String(body),
      mediaId: mediaId == null ? null : String(mediaId),
    });
  }
  return { rows, last: slice.length < SLICE ? null : Number(slice.at(-1)?.[0]) };
}

const found = ({ id, type, sequence, createdAt }: KeptRow): FoundEvent => ({
  id,
  event: type,
  sequence,
  timestamp: iso(createdAt),
});

function ask(fits: EventTest, event: BodyFields, budget: FilterBudget): 'yes' | 'no' | 'undecided' {
  try {
    return fits(event, budget) ? 'yes' : 'no';
  } catch {
    return 'undecided';
  }
}

const READ_ONE = `select type, body, media_id, sequence from events
  where stream_id = ? and sequence >= ? and sequence <= ?`;
const READ_LAST = 'select last_sequence from streams where id = ?';

interface WantedEvent {
  readonly eventId?: string | undefined;
  readonly type?: string | undefined;
  readonly sequence?: number | undefined;
}

/**
 * Returns a stored event by its id or sequence, or the newest one, of a type or of all; or null. Only the newest events
 * are looked at for a type.
 */
export async function keptEvent(
  db: Reading,
  streamId: string,
  wanted: WantedEvent,
): Promise<LoggedEvent | null> {
  const { eventId, sequence } = wanted;
  if (sequence !== undefined) return newestIn(db, streamId, [sequence, sequence], wanted);
  const [row] = await db.query(READ_LAST, [streamId]);
  const last = Number(row?.[0] ?? 0);
  const newest = await newestIn(db, streamId, [last - LOOKED_AT_MAX + 1, last], wanted);
  if (newest !== null || eventId === undefined) return newest;
  // Ids have no index, but contain the time.
  const madeAt = timeOfId(eventId);
  const range = await rangeOf(db, streamId, { since: madeAt, until: madeAt });
  return newestIn(db, streamId, [range.first, range.last], wanted);
}

async function newestIn(
  db: Reading,
  streamId: string,
  range: readonly [first: number, last: number],
  { eventId, type }: WantedEvent,
): Promise<LoggedEvent | null> {
  const conditions = [
    ...(eventId === undefined ? [] : [['and id = ?', eventId] as const]),
    ...(type === undefined ? [] : [['and type = ?', type] as const]),
  ];
  const [row] = await db.query(
    `${READ_ONE} ${conditions.map(([sql]) => sql).join(' ')} order by sequence desc limit 1`,
    [streamId, ...range, ...conditions.map(([, value]) => value)],
  );
  if (row === undefined) return null;
  const [kind, body, mediaId, sequence] = row;
  return {
    type: String(kind),
    body: String(body),
    mediaId: mediaId == null ? null : String(mediaId),
    sequence: Number(sequence),
  };
}
