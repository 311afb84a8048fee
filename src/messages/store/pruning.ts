/** Deletes what has been stored for long enough, and what a deleted instance has left, in small pieces. */
import type { Database, Row } from '../../db/client.ts';
import { oldestNodeIs } from '../../db/oldest-node.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';

type Query = Pick<Database, 'query'>;

const SLICE = 200;
/** Of each table and each deleted instance at one call; what is left goes with the next. */
const SLICES_MAX = 1_000;

// In the order in which they were stored, so that none is looked at that has to stay, but for the first.
const OLD_MESSAGES = `delete from stored_messages where $oldest and place in (
  select place from (select place, stored_at from stored_messages order by place limit ${SLICE})
  where stored_at < ?) returning 1`;
const OLD_CONTACTS = `delete from contacts where $oldest and id in (
  select id from contacts where seen_at < ? limit ${SLICE}) returning 1`;

const LEFT = `select owner_id, list from list_totals
  where list in ('stored_messages', 'contacts') and not exists (select 1 from instances where id = owner_id) and $oldest limit ${SLICE}`;
const LEFT_MESSAGES = `delete from stored_messages where place in (
  select place from stored_messages where instance_id = ? limit ${SLICE}) returning 1`;
const LEFT_CONTACTS = `delete from contacts where id in (
  select id from contacts where instance_id = ? limit ${SLICE}) returning 1`;
const FORGET = 'delete from list_totals where owner_id = ?';

/**
 * `before` is ms since 1970: what was stored until then goes, as far as `slicesMax` lets it go by one call. Of several
 * nodes the oldest does it; `node` is this one, null a process that is alone.
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
    // By its totals it is found again.
    if (isEmpty) await db.query(FORGET, [owner]);
  }
}

/** Whether nothing was left to delete after `slicesMax` slices at most. */
async function isEmptied(deleteSlice: () => Promise<Row[]>, slicesMax: number): Promise<boolean> {
  for (let slices = 0; slices < slicesMax; slices++) {
    if ((await deleteSlice()).length < SLICE) return true;
    await yieldToEventLoop();
  }
  return false;
}
