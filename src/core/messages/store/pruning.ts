/** Deletes what is older than the retention, and what deleted instances left, in small pieces. */
import type { Database, Row } from '../../db/client.ts';
import { instanceExists, oldestNodeIs } from '../../db/conditions.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';

type Query = Pick<Database, 'query'>;

const HOUR_MS = 3_600_000;

const SLICE = 200;
/** The limit of each table and each deleted instance in one call; the next call continues. */
const SLICES_MAX = 1_000;

// The rows are visited in the order in which they were stored, so that the first one that stays ends the search.
const OLD_MESSAGES = `delete from stored_messages where $oldest and place in (
  select place from (select place, stored_at from stored_messages order by place limit ${SLICE})
  where stored_at < ?) returning 1`;
const REDATE_FUTURE = `update stored_messages set stored_at = ? where $oldest and place in (
  select place from (select place, stored_at from stored_messages where place > ? order by place limit ${SLICE})
  where stored_at > ?) returning place`;
const OLD_CONTACTS = `delete from contacts where $oldest and id in (
  select id from contacts where seen_at < ? limit ${SLICE}) returning 1`;

const LEFT = `select owner_id, list from list_totals
  where list in ('stored_messages', 'contacts') and not ${instanceExists('owner_id')} and $oldest limit ${SLICE}`;
const LEFT_MESSAGES = `delete from stored_messages where place in (
  select place from stored_messages where instance_id = ? limit ${SLICE}) returning 1`;
const LEFT_CONTACTS = `delete from contacts where id in (
  select id from contacts where instance_id = ? limit ${SLICE}) returning 1`;
const FORGET = 'delete from list_totals where owner_id = ?';

/**
 * Deletes what was stored before `before` (ms since 1970), at most `slicesMax` slices in one call. Only the oldest node
 * deletes; `node` is this one, or null without a cluster.
 */
export async function pruneStore(
  db: Query,
  before: number,
  node: string | null = null,
  slicesMax = SLICES_MAX,
): Promise<void> {
  const oldest = oldestNodeIs(node);
  const run = (sql: string, params: number[]) => db.query(sql.replace('$oldest', oldest), params);
  const emptied = (deleteSlice: () => Promise<Row[]>) => isEmptied(deleteSlice, slicesMax);
  await emptied(() => run(OLD_MESSAGES, [before]));
  await emptied(() => run(OLD_CONTACTS, [before]));
  const owners = new Set((await run(LEFT, [])).map(([owner]) => String(owner)));
  for (const owner of owners) {
    const isEmpty =
      (await emptied(() => db.query(LEFT_MESSAGES, [owner]))) &&
      (await emptied(() => db.query(LEFT_CONTACTS, [owner])));
    // The totals go last, because they are how the instance is found again.
    if (isEmpty) await db.query(FORGET, [owner]);
  }
}

/**
 * Dates messages `now` (ms since 1970) that a clock that was ahead has dated later: the first that stays ends the search
 * for old ones, so these would keep all behind them. Examines the first rows, and goes on while it finds some.
 */
export async function redateFutureMessages(
  db: Query,
  now: number,
  node: string | null,
): Promise<void> {
  const sql = REDATE_FUTURE.replace('$oldest', oldestNodeIs(node));
  for (let after = 0; ; await yieldToEventLoop()) {
    const rows = await db.query(sql, [now, after, now + HOUR_MS]);
    if (rows.length === 0) return;
    after = Math.max(...rows.map(([place]) => Number(place)));
  }
}

/** Deletes at most `slicesMax` slices. Returns whether nothing is left. */
async function isEmptied(deleteSlice: () => Promise<Row[]>, slicesMax: number): Promise<boolean> {
  for (let slices = 0; slices < slicesMax; slices++) {
    if ((await deleteSlice()).length < SLICE) return true;
    await yieldToEventLoop();
  }
  return false;
}
