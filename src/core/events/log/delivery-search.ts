/** Searches deliveries of one stream or of all instances, the newest first, in short slices. */
import { desc, inArray } from 'drizzle-orm';
import type { Database, Value } from '../../db/client.ts';
import { deliveries } from '../../db/schema/engine.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { firstIdAt, timeOfId } from '../../shared/ids.ts';
import { replayLane } from '../contract/endpoint.ts';
import {
  DELIVERY_STATES,
  type DeliveryState,
  type LoggedDelivery,
  MADE_WITHIN_MS,
} from './deliveries.ts';

/** The conditions; null matches everything. */
export interface DeliverySearch {
  /** Null means every instance, deleted ones included, but no account. */
  readonly streamId: string | null;
  readonly state: DeliveryState | null;
  readonly type: string | null;
  /** A kind of endpoint, see `destinationOf`. */
  readonly destination: string | null;
  readonly endpoint: string | null;
  /** Only deliveries to one of these endpoints, or of replays to them. */
  readonly endpoints: readonly string[] | null;
  /** The id of a replay. */
  readonly replay: string | null;
  readonly eventId: string | null;
  /** The HTTP status of the last attempt. */
  readonly lastStatus: number | null;
  /** The earliest creation, in ms since 1970, included. */
  readonly from: number | null;
  /** The latest creation, included. */
  readonly to: number | null;
  /** Only ids below this one. */
  readonly before: string | null;
  readonly limit: number;
}

interface FoundDeliveries {
  /** The newest first; fewer than `limit` if too many rows had to be examined. */
  readonly rows: LoggedDelivery[];
  /** The value of `before` to continue with, or null if nothing is older. */
  readonly next: string | null;
}

/** How many rows one statement, and one search, examines. */
const SLICE = 2_000;
const LOOKED_THROUGH = 40_000;
/** An id is made shortly before or after its row, and the clock may be set between the two. */
export const CLOCK_SLACK_MS = 60_000;

/** Ids from the first up to, but not including, the second. */
type Range = readonly [from: string, before: string];

interface Source {
  /** Returns the id that begins a slice of the newest rows in a range, or null if there are fewer. */
  begin(range: Range): Promise<string | null>;
  /** Returns the matching ids in a range, the newest first. */
  matchingIds(range: Range, limit: number): Promise<string[]>;
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
    found.push(...(await source.matchingIds([begin ?? lowest, end], search.limit - found.length)));
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

/** Deliveries of a replay are made later than those of the time of their event. */
function highestId({ to, eventId, replay, before }: DeliverySearch): string {
  const ends = [
    before ?? NO_END,
    to === null ? NO_END : firstIdAt(to + CLOCK_SLACK_MS),
    eventId === null || replay !== null ? NO_END : firstIdAt(timeOfId(eventId) + MADE_WITHIN_MS),
  ];
  return ends.reduce((one, other) => (one < other ? one : other));
}

interface Condition {
  readonly sql: string;
  readonly params: readonly Value[];
}

/** The conditions of a row other than its id, stream and state. */
function conditionOf(search: DeliverySearch): Condition {
  const { type, destination, endpoint, endpoints, replay, eventId, lastStatus, from, to } = search;
  const ofDestination =
    destination === 'webhook'
      ? "(base_endpoint = ? or endpoint glob 'endpoint:*')"
      : 'endpoint = ?';
  const parts: readonly (readonly [string, Value])[] = [
    [ofDestination, destination],
    ['event_id = ?', eventId],
    ['type = ?', type],
    ['last_status = ?', lastStatus],
    ['base_endpoint = ?', endpoint],
    ['base_endpoint in (select value from json_each(?))', endpoints && JSON.stringify(endpoints)],
    ['endpoint glob ?', replay === null ? null : replayLane('*', replay)],
    ['created_at >= ?', from],
    ['created_at <= ?', to],
  ];
  const conditions = parts.filter(([, value]) => value !== null);
  return {
    sql: conditions.map(([sql]) => ` and ${sql}`).join(''),
    params: conditions.map(([, value]) => value),
  };
}

/** Searches by the index of stream and state; for all states it merges as many short reads. */
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
    matchingIds: async (range, limit) =>
      idsIn(await db.query(wanted, [search.streamId, ...states, ...range, ...params, limit])),
  };
}

/** Searches by the ids, which sort by time. */
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
    matchingIds: async (range, limit) =>
      idsIn(await db.query(wanted, [...range, ...state, ...params, limit])),
  };
}

const idsIn = (rows: readonly (readonly Value[])[]): string[] => rows.map(([id]) => String(id));
