/** Lists in pages, with totals that cost the same however long the list is; a search is counted. */

import { type TSchema, Type } from '@sinclair/typebox';
import { asc, count, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../core/db/client.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import { OptionalInteger, OptionalWord, Query, Text } from './fields.ts';
import { inAlphabet, textIn } from './search.ts';

const DEFAULT_SIZE = 20;

/** The query of every list in pages; spread a list's own filters into `filters`. */
export const PageQuery = <P extends Record<string, TSchema> = Record<never, TSchema>>(
  filters: P = {} as P,
) =>
  Query({
    page: OptionalInteger(
      '^[1-9][0-9]{0,8}$',
      problem('whole_number_from', { min: 1 }),
      { minimum: 1, default: 1 },
      'Which page of the list, from 1',
    ),
    pageSize: Size('How many records a page has, 1 to 100'),
    per_page: Size('Another name of `pageSize`'),
    limit: Size('Maximum number of records, another name of `pageSize`'),
    skip: OptionalInteger(
      '^[0-9]{1,9}$',
      problem('whole_number_from', { min: 0 }),
      { minimum: 0, examples: [20] },
      'Number of records to skip, instead of `page`',
    ),
    ...filters,
  });

const Size = (description: string) =>
  OptionalInteger(
    '^([1-9][0-9]?|100)$',
    problem('whole_number_between', { min: 1, max: 100 }),
    { minimum: 1, maximum: 100, default: DEFAULT_SIZE },
    description,
  );

/** The columns of what people search and sort a list by, under the names that the fields have in answers. */
export interface ListFields {
  /** Grows with the age of the record. It sorts the list by default, and those that are equal otherwise. */
  readonly id: SQLiteColumn;
  /** Texts that every reader of the list sees whole. The list is sorted by them as well. */
  readonly searched: Readonly<Record<string, SQLiteColumn>>;
  readonly sorted: Readonly<Record<string, SQLiteColumn>>;
}

const SEARCH_MAX = 100;

/** The parameters by which a list is searched and sorted. */
export function listQuery({ searched, sorted }: ListFields) {
  const names = Object.keys(searched);
  const sorts = [...names, ...Object.keys(sorted)].flatMap((name) => [name, `-${name}`]);
  const places = names.map((name) => `\`${name}\``).join(' or ');
  return {
    search: Type.Optional(
      Text({
        min: 0,
        max: SEARCH_MAX,
        description: `Only records with this text in ${places}, in any case, with or without the accents of European languages in Latin letters`,
        examples: ['silva'],
      }),
    ),
    sort: OptionalWord(
      sorts,
      'Field to sort by; with `-` before it, descending. Without it, the oldest come first',
    ),
  };
}

export interface Page {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** How many rows come before it. */
  readonly offset: number;
  /** The condition of a search, if there is one. */
  readonly matches: SQL | undefined;
  readonly order: readonly SQL[];
}

type ListNames = Partial<
  Readonly<Record<'page' | 'pageSize' | 'per_page' | 'limit' | 'skip' | 'search' | 'sort', string>>
>;

/** Throws 400 when two names of one thing say different things. A list without `fields` has its own order. */
export const pageOf = (
  { search = '', sort = '', ...place }: ListNames,
  fields?: ListFields,
): Page => ({
  ...placeOf(place),
  matches: fields && textIn(Object.values(fields.searched), search),
  order: fields ? orderOf(fields, sort) : [],
});

function orderOf({ id, searched, sorted }: ListFields, sort: string): SQL[] {
  const column = { ...searched, ...sorted }[sort.replace(/^-/, '')];
  if (column === undefined) return [asc(id)];
  const value = column.dataType === 'string' ? inAlphabet(column) : column;
  return [sort.startsWith('-') ? desc(value) : asc(value), asc(id)];
}

function placeOf({ page, skip, ...sizes }: Omit<ListNames, 'search' | 'sort'>) {
  const named = [sizes.pageSize, sizes.per_page, sizes.limit].filter((size) => size !== undefined);
  const [size = DEFAULT_SIZE, other] = new Set(named.map(Number));
  if (other !== undefined) throw invalid('pageSize, per_page and limit are the same: give one');
  if (skip === undefined) {
    const number = Number(page ?? 1);
    return { page: number, pageSize: size, offset: (number - 1) * size };
  }
  if (page !== undefined) throw invalid('page and skip say the same: give one of them');
  const offset = Number(skip);
  return { page: Math.floor(offset / size) + 1, pageSize: size, offset };
}

/** A query of rows without an order. */
export interface Selection<R> extends SQLWrapper {
  orderBy(...order: SQL[]): {
    limit(most: number): { offset(first: number): PromiseLike<R[]> & SQLWrapper };
  };
}

type Orm = Pick<Database, 'orm'>;

const pageIn = <R>(rows: Selection<R>, { order, pageSize, offset }: Page) =>
  rows
    .orderBy(...order)
    .limit(pageSize)
    .offset(offset);

/** Reads a page of the rows that match, and how many match: `total` is asked unless they must be counted. */
export async function readPage<R>(
  { orm }: Orm,
  matching: Selection<R>,
  page: Page,
  total: () => Promise<number>,
): Promise<{ rows: R[]; total: number }> {
  if (page.matches === undefined)
    return { total: await total(), rows: await pageIn(matching, page) };
  const found = await countOf({ orm }, matching);
  // Reading a page of a search that finds nothing would look at every row again.
  return { total: found, rows: found > page.offset ? await pageIn(matching, page) : [] };
}

async function countOf({ orm }: Orm, rows: SQLWrapper): Promise<number> {
  const [counted] = await orm.select({ total: count() }).from(sql`${rows}`);
  return counted?.total ?? 0;
}

/** Throws 400 when the rows of a page have too many bytes together. */
export async function refuseLargePage(
  { orm }: Orm,
  sizes: Selection<{ readonly bytes: number }>,
  page: Page,
): Promise<void> {
  const [size] = await orm.select({ bytes: sql`sum(bytes)` }).from(sql`${pageIn(sizes, page)}`);
  refuseLargeList(Number(size?.bytes));
}

/** The limit for the stored rows of one list, which need several times as much in memory. */
const LIST_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Throws 400 when the rows of a list are too large for one answer. Call it before they are read. `advice` says what to
 * do.
 */
export function refuseLargeList(bytes: number, advice = 'ask for fewer with pageSize'): void {
  if (bytes <= LIST_BYTES_MAX) return;
  throw failure('list_too_large', { bytes, max: LIST_BYTES_MAX, advice });
}

/** Lists whose length the database counts: see the triggers beside the table `list_totals`. */
export type CountedList =
  | 'accounts'
  | 'users'
  | 'roles'
  | 'access_tokens'
  | 'pipelines'
  | 'inboxes'
  | 'mcp_servers'
  | 'webhooks'
  | 'audit_logs';

/** Returns how long a list is. `ownerId` is the account, or the user for `accounts`. */
export async function totalOf(
  db: Pick<Database, 'query'>,
  ownerId: string,
  list: CountedList,
): Promise<number> {
  const sql = 'select total from list_totals where owner_id = ? and list = ?';
  const [row] = await db.query(sql, [ownerId, list]);
  return Number(row?.[0] ?? 0);
}
