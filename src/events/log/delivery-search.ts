/** Searching deliveries, the newest first: of one stream or of all instances, in slices that are short. */
import { desc, inArray } from 'drizzle-orm';
import type { Database, Value } from '../../db/client.ts';
import { deliveries } from '../../db/schema/engine.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { firstIdAt, timeOfId } from '../../shared/ids.ts';
import { DELIVERY_STATES, type DeliveryState, type LoggedDelivery } from './deliveries.ts';
import { MADE_WITHIN_MS } from './traces.ts';

/** What is wanted; null: whatever it is. */
export interface DeliverySearch {
  /** Null: every instance, those that were deleted too; never an account. */
  readonly streamId: string | null;
  readonly state: DeliveryState | null;
  readonly type: string | null;
  readonly endpoint: string | null;
  readonly eventId: string | null;
  /** Created at or after, ms since 1970. */
  readonly from: number | null;
  /** Created at or before. */
  readonly to: number | null;
  /** The id after the first one wanted. */
  readonly before: string | null;
  readonly limit: number;
}

interface FoundDeliveries {
  /** The newest first; fewer than `limit` when too many had to be looked through. */
  readonly rows: LoggedDelivery[];
  /** What `before` is to go on with; null: there is nothing older. */
  readonly next: string | null;
}

/** Looked through by one statement, and by one search. */
const SLICE = 2_000;
const LOOKED_THROUGH = 40_000;
/** An id is made with its row; the clock may have been set between the two. */
export const CLOCK_SLACK_MS = 60_000;

/** Ids from the first up to, not including, the second. */
type Range = readonly [from: string, before: string];

interface Source {
  /** The id that begins a slice of the newest rows in a range; null: there are fewer. */
  begin(range: Range): Promise<string | null>;
  /** Ids in a range that are wanted, the newest first. */
  wanted(range: Range, limit: number): Promise<string[]>;
}

export async function searchDeliveries(
  db: Database,
  search: DeliverySearch,
): Promise<FoundDeliveries> {
  const source = search.streamId === null ? ofInstances(db, search) : ofStream(db, search);
  const lowest = lowestId(search);
  const found: string[] = [];
  let end = highestId(search);
  for (let looked = 0; looked < LOOKED_THROUGH; looked += SLICE) {
    const begin = await source.begin([lowest, end]);
    found.push(...(await source.wanted([begin ?? lowest, end], search.limit - found.length)));
    if (found.length === search.limit) return { rows: await rowsOf(db, found), next: last(found) };
    if (begin === null) return { rows: await rowsOf(db, found), next: null };
    end = begin;
    await yieldToEventLoop();
  }
  return { rows: await rowsOf(db, found), next: end };
}

const last = (ids: readonly string[]): string | null => ids.at(-1) ?? null;

function rowsOf({ orm }: Database, ids: readonly string[]): Promise<LoggedDelivery[]> {
  return orm
    .select()
    .from(deliveries)
    .where(inArray(deliveries.id, ids))
    .orderBy(desc(deliveries.id));
}

function lowestId({ from, eventId }: DeliverySearch): string {
  const created = from === null ? 0 : from - CLOCK_SLACK_MS;
  return firstIdAt(Math.max(created, eventId === null ? 0 : timeOfId(eventId)));
}

/** Sorts after every id. */
const NO_END = 'g';

function highestId({ to, eventId, before }: DeliverySearch): string {
  const ends = [
    before ?? NO_END,
    to === null ? NO_END : firstIdAt(to + CLOCK_SLACK_MS),
    eventId === null ? NO_END : firstIdAt(timeOfId(eventId) + MADE_WITHIN_MS),
  ];
  return ends.reduce((one, other) => (one < other ? one : other));
}

interface Condition {
  readonly sql: string;
  readonly params: readonly Value[];
}

/** Of a row, beside its id, stream and state. */
function conditionOf({ type, endpoint, eventId, from, to }: DeliverySearch): Condition {
  const parts: readonly (readonly [string, Value])[] = [
    ['event_id = ?', eventId],
    ['type = ?', type],
    ['endpoint = ?', endpoint],
    ['created_at >= ?', from],
    ['created_at <= ?', to],
  ];
  const given = parts.filter(([, value]) => value !== null);
  return {
    sql: given.map(([sql]) => ` and ${sql}`).join(''),
    params: given.map(([, value]) => value),
  };
}

/** By the index that begins with stream and state: of all states together a merge of as many short reads. */
function ofStream(db: Pick<Database, 'query'>, search: DeliverySearch): Source {
  const states = search.state === null ? DELIVERY_STATES : [search.state];
  const from = 'select id from deliveries indexed by deliveries_listed where stream_id = ?';
  const ofState = `${from} and state = ? and id >= ? and id < ?`;
  const begin = `${states.map(() => ofState).join(' union all ')}
    order by id desc limit 1 offset ${SLICE - 1}`;
  const { sql, params } = conditionOf(search);
  const inStates = `state in (${states.map(() => '?').join(', ')})`;
  const wanted = `${from} and ${inStates} and id >= ? and id < ?${sql} order by id desc limit ?`;
  return {
    async begin(range) {
      const values = states.flatMap((state) => [search.streamId, state, ...range]);
      return idsIn(await db.query(begin, values)).at(0) ?? null;
    },
    wanted: async (range, limit) =>
      idsIn(await db.query(wanted, [search.streamId, ...states, ...range, ...params, limit])),
  };
}

/** By the ids alone, which are in the order of time. */
function ofInstances(db: Pick<Database, 'query'>, search: DeliverySearch): Source {
  const from = 'select id from deliveries where id >= ? and id < ?';
  const begin = `${from} order by id desc limit 1 offset ${SLICE - 1}`;
  const { sql, params } = conditionOf(search);
  const inState = search.state === null ? '' : ' and state = ?';
  const ofInstance = " and endpoint not glob 'webhook:*'";
  const wanted = `${from}${ofInstance}${inState}${sql} order by id desc limit ?`;
  const state = search.state === null ? [] : [search.state];
  return {
    begin: async (range) => idsIn(await db.query(begin, range)).at(0) ?? null,
    wanted: async (range, limit) =>
      idsIn(await db.query(wanted, [...range, ...state, ...params, limit])),
  };
}

const idsIn = (rows: readonly (readonly Value[])[]): string[] => rows.map(([id]) => String(id));
