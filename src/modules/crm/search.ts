/** Searches and sorts lists slice by slice, so that other work goes on however long a list is. */
import { asc, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../core/db/client.ts';
import { credentialOf } from '../../core/http/principal.ts';
import { requireConnected } from '../../core/shared/async/caller-turns.ts';
import { comparableText } from '../../core/shared/characters.ts';
import { yieldToEventLoop } from '../../core/shared/clock.ts';
import { invalid } from '../../core/shared/errors.ts';
import { grantedTo } from './guard.ts';
import type { CrmParts } from './parts.ts';

/** The columns of what people search and sort a list by, under the names that the fields have in answers. */
export interface ListFields {
  /** Grows with the age of the record. It sorts the list by default, and those that are equal otherwise. */
  readonly id: SQLiteColumn;
  /** Texts that every reader of the list sees whole. The list is sorted by them as well. */
  readonly searched: Readonly<Record<string, SQLiteColumn>>;
  readonly sorted: Readonly<Record<string, SQLiteColumn>>;
}

/** A query of rows without an order. */
export interface Selection<R> extends SQLWrapper {
  orderBy(...order: SQL[]): {
    limit(most: number): { offset(first: number): PromiseLike<R[]> & SQLWrapper };
  };
}

/** Selects the rows of a list that match. */
export type SelectRows<R> = (condition?: SQL) => Selection<R>;

/** The request for which a list is searched. */
export interface Asker {
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
  /** Calls `work` when it is the turn of the caller's account. */
  inTurn(work: () => Promise<void>): Promise<void>;
}

export function askerOf({ lookups }: Pick<CrmParts, 'lookups'>, request: Request): Asker {
  const account = grantedTo(request)?.accountId ?? credentialOf({ request });
  const { signal } = request;
  return { signal, inTurn: (work) => lookups.run(account, signal, work) };
}

/** Which records of a list are looked for, and in which order. */
export interface Lookup {
  readonly fields: ListFields;
  /** Comparable; '' matches every record. */
  readonly words: string;
  /** The column that they are sorted by; null for the order of their ids. */
  readonly sortedBy: SQLiteColumn | null;
  readonly isDescending: boolean;
  readonly asker: Asker;
}

type Key = string | number | null;
interface Place {
  readonly id: string;
  readonly key: Key;
}
type Compare = (one: Place, other: Place) => number;

/** How many rows are looked at in one turn of the event loop: a few milliseconds. */
const SLICE = 500;
/** The most characters of a text that decide its place in a sorted list. */
const KEY_MAX = 255;
/** The place up to which a list that is searched or sorted is read. */
const PLACES_MAX = 100_000;

/** Returns how many records match, and the ids of those from place `offset` on. A list of one slice needs no turn. */
export async function findRecords(
  { orm }: Pick<Database, 'orm'>,
  select: SelectRows<unknown>,
  lookup: Lookup,
  { offset, pageSize }: { readonly offset: number; readonly pageSize: number },
): Promise<{ readonly ids: string[]; readonly total: number }> {
  const { fields, asker } = lookup;
  const compare = inOrder(lookup);
  let first: Place[] = [];
  let total = 0;
  let last = '';
  /** Looks at the next slice, and tells whether there can be one more. */
  const lookOn = async () => {
    requireConnected(asker.signal);
    const slice = select(gt(fields.id, last)).orderBy(asc(fields.id)).limit(SLICE).offset(0);
    const rows = await orm.select(columnsOf(lookup)).from(sql`${slice}`).orderBy(sql`id`);
    const found = rows.flatMap((row) => placeIn(row, lookup) ?? []);
    total += found.length;
    first = mergeSorted(first, found.sort(compare), compare, offset + pageSize);
    if (first.length > PLACES_MAX) throw invalid(TOO_FAR);
    last = rows.at(-1)?.id ?? '';
    return rows.length === SLICE;
  };
  if (await lookOn())
    await asker.inTurn(async () => {
      while (await lookOn()) await yieldToEventLoop();
    });
  return { ids: first.slice(offset).map(({ id }) => id), total };
}

const TOO_FAR = `a list that is searched or sorted is read up to place ${PLACES_MAX}: search for more, or sort it the other way around`;

/** The columns of a selection within another one, where its tables have no names. */
function columnsOf({ fields, sortedBy }: Lookup) {
  const named = (column: SQLiteColumn) => sql<Key>`${sql.identifier(column.name)}`;
  const texts = Object.values(fields.searched).map((one) => sql`coalesce(${named(one)}, '')`);
  return {
    id: sql<string>`id`,
    key: sortedBy ? named(sortedBy) : sql<Key>`null`,
    // Nobody can search for a new line, so that no match goes from one text to the next.
    text: sql<string>`${sql.join(texts, sql` || char(10) || `)}`,
  };
}

/** Returns the place of a record that matches; undefined for another. */
function placeIn(
  { id, key, text }: { readonly id: string; readonly key: Key; readonly text: string },
  { words }: Lookup,
): Place | undefined {
  if (words !== '' && !comparableText(text).includes(words)) return undefined;
  return { id, key: typeof key === 'string' ? comparableText(key).slice(0, KEY_MAX) : key };
}

/** Records without a value come first. */
const inOrder =
  ({ isDescending }: Lookup): Compare =>
  (one, other) => {
    const order = compareKeys(one.key, other.key);
    if (order !== 0) return isDescending ? -order : order;
    return one.id < other.id ? -1 : 1;
  };

function compareKeys(one: Key, other: Key): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

/** Returns the first `most` of two sorted lists. */
function mergeSorted(
  left: readonly Place[],
  right: readonly Place[],
  compare: Compare,
  most: number,
): Place[] {
  const merged: Place[] = [];
  let taken = 0;
  for (const one of right) {
    for (let next = left[taken]; next && compare(next, one) < 0; next = left[++taken])
      merged.push(next);
    if (merged.push(one) >= most) break;
  }
  return [...merged, ...left.slice(taken)].slice(0, most);
}
