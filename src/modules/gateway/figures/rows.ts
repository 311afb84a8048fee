/** The rows of figures in the database: how counts are added to them, read and deleted. */
import type { Database, Row, Statement } from '../../../core/db/client.ts';
import { oldestNodeIs } from '../../../core/db/conditions.ts';
import {
  forMany,
  type JoinableStatements,
} from '../../../core/events/publish/joined-statements.ts';
import { yieldToEventLoop } from '../../../core/shared/clock.ts';
import { addCounts, type Counts, noCounts, SUMMED } from './counts.ts';

export const BUCKET_MS = 1_800_000;
/** The number of half hours that are stored and shown, including the current one. */
export const BUCKETS = 96;

/** Returns when the half hour of a time begins, in ms since 1970. */
export const bucketOf = (ms: number): number => ms - (ms % BUCKET_MS);

/** Returns when the oldest half hour that is shown at a time begins, in ms since 1970. */
export const oldestBucketAt = (ms: number): number => bucketOf(ms) - (BUCKETS - 1) * BUCKET_MS;

/** The counts of one row. */
export interface Figure {
  readonly instanceId: string;
  /** When its half hour begins, in ms since 1970. */
  readonly since: number;
  /** '' for messages. */
  readonly endpoint: string;
  readonly counts: Counts;
}

/**
 * The most rows of an instance for a half hour, beside the row of its messages and the rows of endpoints that exist
 * only once.
 */
const WEBHOOKS_MAX = 64;

const COLUMNS = [...SUMMED, 'slowest'];
/** Only further webhooks have a colon in their text: they may come and go, and others have one row each. */
const ADD = `insert into figures (instance_id, since, endpoint, ${COLUMNS.join(', ')})
  select id, ?, ?, ${COLUMNS.map(() => '?').join(', ')} from instances where id = ?
    and (instr(?, ':') = 0
      or exists (select 1 from figures f where f.instance_id = instances.id and f.since = ? and f.endpoint = ?)
      or (select count(*) from figures f where f.instance_id = instances.id and f.since = ?) < ${WEBHOOKS_MAX})
  on conflict (instance_id, since, endpoint) do update set
  ${SUMMED.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')},
  slowest = max(slowest, excluded.slowest)`;

/** The statements that `joinStatements` may join on a database server. */
export const JOINABLE_FIGURES: JoinableStatements = new Map([[ADD, forMany(ADD)]]);

/** Returns the statement that adds counts to their row, unless the instance was deleted or has too many webhooks. */
export const addFigure = ({ instanceId, since, endpoint, counts }: Figure): Statement => ({
  sql: ADD,
  params: [since, endpoint, ...counts, instanceId, endpoint, since, endpoint, since],
});

const readWhere = (condition: string, endpoint: string) => `select since, ${endpoint} as counted,
  ${SUMMED.map((name) => `sum(${name})`).join(', ')}, max(slowest)
  from figures where ${condition} group by since, counted`;
/** All webhooks of instances together. */
const DESTINATION = "iif(instr(endpoint, ':') > 0, 'webhook', endpoint)";
const READ_ONE = readWhere('instance_id = ? and since >= ?', 'endpoint');
const READ_ALL = readWhere('since >= ? and since < ?', DESTINATION);
/** Half hours of all instances in one query: between two, others get their turn. */
const PER_QUERY = 4;

/** Counts by endpoint, '' for messages, of each half hour that has any. */
export type FiguresBySince = ReadonlyMap<number, ReadonlyMap<string, Counts>>;

/** Returns the figures of an instance, from the half hour that begins at `from`. Rejects with a DatabaseError. */
export const readFigures = async (
  db: Pick<Database, 'query'>,
  instanceId: string,
  from: number,
): Promise<FiguresBySince> => bySince(await db.query(READ_ONE, [instanceId, from]));

/** Returns the sums of all instances by destination. Rejects with a DatabaseError. */
export async function readAllFigures(
  db: Pick<Database, 'query'>,
  from: number,
): Promise<FiguresBySince> {
  const rows: Row[] = [];
  for (let first = 0; first < BUCKETS; first += PER_QUERY) {
    if (first > 0) await yieldToEventLoop();
    const [since, until] = [first, first + PER_QUERY].map((index) => from + index * BUCKET_MS);
    rows.push(...(await db.query(READ_ALL, [since ?? 0, until ?? 0])));
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

/** Deletes what is no longer shown; `node` is the id of this node, or null without a cluster. */
export async function deleteOldFigures(
  db: Pick<Database, 'query'>,
  node: string | null,
  now: number,
): Promise<void> {
  const sql = DELETE_OLD.replace('$oldest', oldestNodeIs(node));
  const params = [oldestBucketAt(now), now + BUCKETS * BUCKET_MS];
  while ((await db.query(sql, params)).length === SLICE) await yieldToEventLoop();
}
