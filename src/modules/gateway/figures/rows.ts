/** The rows of figures in the database: how counts are added to them, added up, read and deleted. */
import type { Database, Row, Statement } from '../../../core/db/client.ts';
import { oldestNodeIs } from '../../../core/db/conditions.ts';
import {
  forMany,
  type JoinableStatements,
} from '../../../core/events/publish/joined-statements.ts';
import { yieldToEventLoop } from '../../../core/shared/clock.ts';
import { addCounts, type Counts, noCounts, SUMMED } from './counts.ts';

const HOUR_MS = 3_600_000;
/** A row is about so many ms from `since` on: 5 minutes for an hour, then half an hour for 2 days, then 4 hours. */
export const ROW_MS = 300_000;
export const HALF_HOUR_MS = 1_800_000;
export const LONGEST_MS = 4 * HOUR_MS;
/** How long rows are kept before they are added up, and when they are deleted. */
export const SHORT_FOR_MS = HOUR_MS;
export const HALF_HOURS_FOR_MS = 48 * HOUR_MS;
export const KEPT_MS = 168 * HOUR_MS;

/** Returns when the bucket of a time begins, in ms since 1970; by default, that of the row that counts are added to. */
export const bucketOf = (ms: number, bucketMs = ROW_MS): number => ms - (ms % bucketMs);

/** Returns when the oldest bucket that is shown at a time begins, in ms since 1970. */
export const oldestBucketAt = (ms: number): number =>
  bucketOf(ms, LONGEST_MS) - KEPT_MS + LONGEST_MS;

/** The counts of one row. */
export interface Figure {
  readonly instanceId: string;
  /** When its bucket begins, in ms since 1970. */
  readonly since: number;
  /** '' for messages. */
  readonly endpoint: string;
  readonly counts: Counts;
}

/**
 * The most webhooks of an instance that have rows of the same 4 hours, which are added up, beside the row of its messages
 * and the rows of endpoints that exist only once.
 */
const WEBHOOKS_MAX = 64;

const COLUMNS = [...SUMMED, 'slowest'];
const ADDED = `on conflict (instance_id, since, endpoint) do update set
  ${SUMMED.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')},
  slowest = max(slowest, excluded.slowest)`;
/** Only further webhooks have a colon in their text: they may come and go, and others have one row each. */
const ADD = `insert into figures (instance_id, since, endpoint, ${COLUMNS.join(', ')})
  select id, ?, ?, ${COLUMNS.map(() => '?').join(', ')} from instances where id = ?
    and (instr(?, ':') = 0
      or exists (select 1 from figures f where f.instance_id = instances.id and f.since = ? and f.endpoint = ?)
      or (select count(distinct f.endpoint) from figures f where f.instance_id = instances.id and f.since >= ?) < ${WEBHOOKS_MAX})
  ${ADDED}`;

/** The statements that `joinStatements` may join on a database server. */
export const JOINABLE_FIGURES: JoinableStatements = new Map([[ADD, forMany(ADD)]]);

/** Returns the statement that adds counts to their row, unless the instance was deleted or has too many webhooks. */
export const addFigure = ({ instanceId, since, endpoint, counts }: Figure): Statement => ({
  sql: ADD,
  params: [
    ...[since, endpoint, ...counts, instanceId, endpoint, since, endpoint],
    bucketOf(since, LONGEST_MS),
  ],
});

const SUMS = `${SUMMED.map((name) => `sum(${name})`).join(', ')}, max(slowest)`;
const readWhere = (condition: string, endpoint: string) =>
  `select since - since % ? as bucket, ${endpoint} as counted, ${SUMS}
  from figures where ${condition} group by bucket, counted`;
/** All webhooks of instances together. */
const DESTINATION = "iif(instr(endpoint, ':') > 0, 'webhook', endpoint)";
const READ_ONE = readWhere('instance_id = ? and since >= ?', 'endpoint');
const READ_ALL = readWhere('since >= ? and since < ?', DESTINATION);
/** The time of all instances in one query: between two, others get their turn. */
const PER_QUERY_MS = 2 * HOUR_MS;

/** Counts by endpoint, '' for messages, of each bucket that has any. */
export type FiguresBySince = ReadonlyMap<number, ReadonlyMap<string, Counts>>;

export interface FiguresRange {
  /** When the oldest bucket begins, in ms since 1970. */
  readonly oldest: number;
  readonly bucketMs: number;
  readonly count: number;
}

/** Returns the figures of an instance from the oldest bucket on. Rejects with a DatabaseError. */
export const readFigures = async (
  db: Pick<Database, 'query'>,
  instanceId: string,
  { oldest, bucketMs }: Omit<FiguresRange, 'count'>,
): Promise<FiguresBySince> => bySince(await db.query(READ_ONE, [bucketMs, instanceId, oldest]));

/** Returns the sums of all instances by destination. Rejects with a DatabaseError. */
export async function readAllFigures(
  db: Pick<Database, 'query'>,
  { oldest, bucketMs, count }: FiguresRange,
): Promise<FiguresBySince> {
  const rows: Row[] = [];
  const end = oldest + count * bucketMs;
  for (let since = oldest; since < end; since += PER_QUERY_MS) {
    if (since > oldest) await yieldToEventLoop();
    const until = Math.min(since + PER_QUERY_MS, end);
    rows.push(...(await db.query(READ_ALL, [bucketMs, since, until])));
  }
  return bySince(rows);
}

function bySince(rows: readonly Row[]): FiguresBySince {
  const found = new Map<number, Map<string, Counts>>();
  for (const [since, endpoint, ...numbers] of rows) {
    const endpoints = found.getOrInsertComputed(Number(since), () => new Map());
    const counts = endpoints.getOrInsertComputed(String(endpoint), noCounts);
    addCounts(counts, numbers.map(Number));
  }
  return found;
}

const SLICE = 500;
/** Rows far in the future were counted by a wrong clock. */
const DELETE_OLD = `delete from figures where $oldest and rowid in (
  select rowid from figures where since < ? or since > ? limit ${SLICE}) returning since`;

const ROWS_TO_ADD_UP = `rowid in (select rowid from figures
  where since >= ? and since < ? and since % ? <> 0 order by since, rowid limit ${SLICE})`;
const ADD_UP = `insert into figures (instance_id, since, endpoint, ${COLUMNS.join(', ')})
  select instance_id, since - since % ? as bucket, endpoint, ${SUMS} from figures
  where $oldest and ${ROWS_TO_ADD_UP} group by instance_id, bucket, endpoint ${ADDED}`;
const DELETE_ADDED = `delete from figures where $oldest and ${ROWS_TO_ADD_UP} returning since`;

/** Returns until when rows are added up at a time: those of 5 minutes into half hours, and half hours into 4 hours. */
const endsOfRows = (now: number) => [
  { rowMs: HALF_HOUR_MS, end: bucketOf(now - SHORT_FOR_MS, HALF_HOUR_MS) },
  { rowMs: LONGEST_MS, end: bucketOf(now - HALF_HOURS_FOR_MS, LONGEST_MS) },
];

/**
 * Adds up rows that have become too old for their length since `last`, the time of the call before it, or 0; `node` is
 * the id of this node, or null without a cluster.
 */
export async function addUpFigures(
  db: Pick<Database, 'batch'>,
  node: string | null,
  { last, now }: { readonly last: number; readonly now: number },
): Promise<void> {
  const begins = endsOfRows(last);
  for (const [index, { rowMs, end }] of endsOfRows(now).entries()) {
    const rows = [last === 0 ? 0 : (begins[index]?.end ?? 0), end, rowMs];
    const statements = [
      { sql: ADD_UP, params: [rowMs, ...rows] },
      { sql: DELETE_ADDED, params: rows },
    ].map(({ sql, params }) => ({ sql: sql.replace('$oldest', oldestNodeIs(node)), params }));
    // Both find the same rows: those that are added are of another length.
    while ((await db.batch(statements)).at(1)?.length === SLICE) await yieldToEventLoop();
  }
}

/** Deletes what is no longer shown; `node` is the id of this node, or null without a cluster. */
export async function deleteOldFigures(
  db: Pick<Database, 'query'>,
  node: string | null,
  now: number,
): Promise<void> {
  const sql = DELETE_OLD.replace('$oldest', oldestNodeIs(node));
  const params = [oldestBucketAt(now), now + HALF_HOURS_FOR_MS];
  while ((await db.query(sql, params)).length === SLICE) await yieldToEventLoop();
}
