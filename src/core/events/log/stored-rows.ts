/** Measures what an instance stores and removes the oldest of it, in slices of one table at a time. */
import { getTableName } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Row, Value } from '../../db/client.ts';
import { COUNTED_TABLES, type CountedTable } from '../../db/instance-tables.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';

type Db = Pick<Database, 'query'>;

/** How many rows are measured, examined and deleted before the event loop serves other work. */
const MEASURE_SLICE = 2_000;
export const LOOK_SLICE = 500;
const DELETE_SLICE = 100;
/** The bytes of a row besides its texts and files, and of a stored number. */
const ROW_BYTES = 32;
const NUMBER_BYTES = 4;

/**
 * The step of an age: one for each second up to an hour, each minute up to a week, each hour up to 13 years. `?1` is
 * the current time; older rows have a higher step.
 */
const STEPS_MAX = 130_000;
const stepOf = (age: string) => `case
  when ?1 - ${age} < 0 then 0
  when ?1 - ${age} < 3600000 then (?1 - ${age}) / 1000
  when ?1 - ${age} < 604800000 then 3600 + (?1 - ${age}) / 60000
  else min(13680 + (?1 - ${age}) / 3600000, ${STEPS_MAX}) end`;

/**
 * The statements for one table. Their first parameters are the current time and the instance, the last ones the places.
 */
interface TableStatements {
  readonly name: string;
  /** Selects the place of the last row of a slice; no row when fewer rows are left. */
  readonly edge: (from: Place | null) => string;
  /** Selects for the rows between two places the step of their age, their bytes, and the removable bytes. */
  readonly sum: (from: Place | null, to: Place | null) => string;
  /**
   * Selects rows with their places and bytes, and whether they are removable and at least as old as the step in the
   * third parameter.
   */
  readonly oldest: ((from: Place | null) => string) | null;
  readonly remove: (count: number) => string;
}

/** The position of a row in the order of its table: the columns of the order and the row number. */
type Place = readonly Value[];

function statementsFor(counted: CountedTable): TableStatements {
  const { table, beside, removal } = counted;
  const name = getTableName(table);
  const owner = ownerIn(table);
  const order = counted.order?.map((column) => column.name) ?? keyWithout(owner, table);
  const places = [...order, 'rowid'].join(', ');
  const size = `${bytesOfRow(table)}${beside === undefined ? '' : ` + coalesce(${beside}, 0)`}`;
  const only = removal?.only ?? '1';
  const step = removal ? stepOf(removal.age.name) : '0';
  const isFree = removal ? `(${only})` : '0';
  const rows = (from: Place | null, to: Place | null = null) =>
    `from ${name} where ${owner} = ?2 ${beyond('>', places, from)} ${beyond('<=', places, to)}`;
  return {
    name,
    edge: (from) =>
      `select ${places} ${rows(from)} order by ${places} limit 1 offset ${MEASURE_SLICE - 1}`,
    sum: (from, to) => `select step, sum(size), sum(size * is_free) from (
      select ${step} as step, ${size} as size, ${isFree} as is_free ${rows(from, to)}) group by step`,
    oldest: removal
      ? (from) => `select ${places}, ${size}, ${isFree} and ${step} >= ?3
        ${rows(from)} order by ${places} limit ${LOOK_SLICE}`
      : null,
    // The condition on the instance stays, because a row number is given again once its row is deleted.
    remove: (count) => `delete from ${name} where rowid in (${list(count)}) and +${owner} = ?
      and (${only}) returning 1`,
  };
}

/** Returns the column with the id of the instance. */
const ownerIn = (table: CountedTable['table']): string =>
  getTableConfig(table).columns.some(({ name }) => name === 'stream_id')
    ? 'stream_id'
    : 'instance_id';

/** Returns the other columns of the primary key. */
const keyWithout = (owner: string, table: CountedTable['table']): string[] =>
  getTableConfig(table)
    .primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name))
    .filter((name) => name !== owner);

const list = (count: number): string => Array.from({ length: count }, () => '?').join(', ');
const beyond = (sign: '>' | '<=', places: string, place: Place | null): string =>
  place === null ? '' : `and (${places}) ${sign} (${list(place.length)})`;

/** The bytes of a row's texts and files, counted again for each index that contains them. */
function bytesOfRow(table: CountedTable['table']): string {
  const { columns, indexes, primaryKeys } = getTableConfig(table);
  const indexed = [
    ...indexes.flatMap(({ config }) =>
      config.columns.map((one) => ('name' in one ? one.name : '')),
    ),
    ...primaryKeys.flatMap((key) => key.columns.map((column) => column.name)),
  ];
  const times = ({ name }: SQLiteColumn) => 1 + indexed.filter((one) => one === name).length;
  let fixed = ROW_BYTES * (1 + indexes.length + primaryKeys.length);
  const sizes: string[] = [];
  for (const column of columns) {
    if (column.generated !== undefined) continue;
    if (column.getSQLType() === 'integer') fixed += NUMBER_BYTES * times(column);
    else sizes.push(`${times(column)} * coalesce(octet_length(${column.name}), 0)`);
  }
  return [fixed, ...sizes].join(' + ');
}

const TABLES = COUNTED_TABLES.map(statementsFor);

export interface StoredAmount {
  readonly bytes: number;
  /** The bytes of removable rows by the step of their age. */
  readonly byAge: ReadonlyMap<number, number>;
}

/** Measures everything that the instance stores. `now` is in ms since 1970. */
export async function measureRows(db: Db, instanceId: string, now: number): Promise<StoredAmount> {
  let bytes = 0;
  const byAge = new Map<number, number>();
  for (const table of TABLES)
    for (let from: Place | null = null, isRead = false; !isRead; await yieldToEventLoop()) {
      const start: Place = from ?? [];
      const [to = null] = await db.query(table.edge(from), [now, instanceId, ...start]);
      const params = [now, instanceId, ...start, ...(to ?? [])];
      for (const [step, size, free] of await db.query(table.sum(from, to), params)) {
        bytes += Number(size);
        if (Number(free) > 0)
          byAge.set(Number(step), (byAge.get(Number(step)) ?? 0) + Number(free));
      }
      isRead = to === null;
      from = to;
    }
  return { bytes, byAge };
}

export interface Removal {
  readonly instanceId: string;
  /** Stops after this many bytes, or when nothing is left to remove. */
  readonly enough: number;
  /** Returns whether an unfinished delivery needs the event of a sequence. */
  readonly isNeeded: (sequence: number) => boolean;
  /** Called with the numbers of rows of events before they are deleted; absent if they are not archived. */
  readonly archive?: (rowids: readonly unknown[]) => Promise<void>;
}

export interface RemovalResult {
  readonly count: number;
  readonly bytes: number;
}

export interface RemovedRows extends RemovalResult {
  /** How many of the rows were events. */
  readonly events: number;
}

/** Removal continues up to this multiple of the bytes, to make up for rows that turn out not to be removable. */
const FURTHER = 4;

/** Removes the oldest rows of any kind. `byAge` and `now` must come from the same measure. */
export async function removeOldestRows(
  db: Db,
  removal: Removal,
  { byAge }: Pick<StoredAmount, 'byAge'>,
  now: number,
): Promise<RemovedRows> {
  const oldestFirst = [...byAge].sort(([one], [other]) => other - one);
  const all = oldestFirst.reduce((sum, [, size]) => sum + size, 0);
  if (all === 0) return { count: 0, bytes: 0, events: 0 };
  let [count, bytes, events] = [0, 0, 0];
  for (let wanted = removal.enough; ; wanted *= FURTHER) {
    const least = stepFor(oldestFirst, wanted);
    for (const table of TABLES) {
      const missing = removal.enough - bytes;
      if (missing <= 0) break;
      const removed = await removeFrom(db, table, { ...removal, enough: missing }, [now, least]);
      count += removed.count;
      bytes += removed.bytes;
      if (table.name === 'events') events += removed.count;
    }
    if (bytes >= removal.enough || wanted >= all) return { count, bytes, events };
  }
}

/** Returns the step from which on the older rows have so many bytes. */
function stepFor(oldestFirst: readonly (readonly [number, number])[], bytes: number): number {
  let sum = 0;
  for (const [step, size] of oldestFirst) {
    sum += size;
    if (sum >= bytes) return step;
  }
  return 0;
}

/** Removes from one table the rows whose step at `now` is at least `least`. */
async function removeFrom(
  db: Db,
  { name, oldest, remove }: TableStatements,
  { instanceId, enough, isNeeded, archive }: Removal,
  [now, least]: readonly [number, number],
): Promise<RemovalResult> {
  if (oldest === null) return { count: 0, bytes: 0 };
  const isEvent = name === 'events';
  return removeInOrder(enough, {
    read: (after) => db.query(oldest(after), [now, instanceId, least, ...(after ?? [])]),
    isFree: (row) => row.at(-1) === 1 && !(isEvent && isNeeded(Number(row[0]))),
    slice: DELETE_SLICE,
    async remove(rows) {
      const ids = rows.map((row) => row.at(-3) ?? null);
      if (isEvent) await archive?.(ids);
      return (await db.query(remove(ids.length), [...ids, instanceId])).length;
    },
  });
}

/** How rows of one kind are read and removed. The columns of a row: its place, its bytes, and one for `isFree`. */
interface RemovableRows {
  /** Reads the next rows after a place, at most `LOOK_SLICE`; null reads from the beginning. */
  readonly read: (after: Place | null) => Promise<readonly Row[]>;
  readonly isFree: (row: Row) => boolean;
  /** How many rows are removed at a time. */
  readonly slice: number;
  /** Returns how many were removed. */
  readonly remove: (rows: readonly Row[]) => Promise<number>;
}

/** Removes rows in the order in which they are read, until `enough` bytes are gone. */
export async function removeInOrder(
  enough: number,
  { read, isFree, slice, remove }: RemovableRows,
): Promise<RemovalResult> {
  let [count, bytes] = [0, 0];
  for (let after: Place | null = null; ; await yieldToEventLoop()) {
    const rows = await read(after);
    const free = rows.filter(isFree);
    for (let at = 0; at < free.length && bytes < enough; at += slice) {
      const some = upTo(free.slice(at, at + slice), enough - bytes);
      count += await remove(some);
      bytes += some.reduce((sum, row) => sum + bytesIn(row), 0);
      await yieldToEventLoop();
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < LOOK_SLICE || bytes >= enough) return { count, bytes };
    after = last.slice(0, -2);
  }
}

const bytesIn = (row: Row): number => Number(row.at(-2));

/** Returns the first rows that together have `enough` bytes. */
function upTo(rows: readonly Row[], enough: number): readonly Row[] {
  let bytes = 0;
  return rows.filter((row) => {
    const isTaken = bytes < enough;
    bytes += bytesIn(row);
    return isTaken;
  });
}
