/** Lists in pages, with totals that cost the same however long the list is, unless it is searched. */

import { type TSchema, Type } from '@sinclair/typebox';
import { count, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/client.ts';
import { comparableText } from '../../core/shared/characters.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import { OptionalInteger, OptionalWord, Query, Text } from './fields.ts';
import {
  type Asker,
  findRecords,
  type ListFields,
  type Lookup,
  type SelectRows,
} from './search.ts';

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
        description: `Only records with this text in ${places}, in any case, with or without accents`,
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
  /** Null for all rows in their own order. */
  readonly lookup: Lookup | null;
}

type ListNames = Partial<
  Readonly<Record<'page' | 'pageSize' | 'per_page' | 'limit' | 'skip' | 'search' | 'sort', string>>
>;

/** Throws 400 when two names of one thing say different things. A list without `fields` has only its own order. */
export const pageOf = (
  { search = '', sort = '', ...place }: ListNames,
  asker: Asker,
  fields?: ListFields,
): Page => ({ ...placeOf(place), lookup: fields ? lookupOf(fields, search, sort, asker) : null });

function lookupOf(fields: ListFields, search: string, sort: string, asker: Asker) {
  const words = comparableText(search.trim());
  if (words === '' && sort === '') return null;
  const sortedBy = { ...fields.searched, ...fields.sorted }[sort.replace(/^-/, '')] ?? null;
  return { fields, words, sortedBy, isDescending: sort.startsWith('-'), asker };
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

/** The rows of a list. */
export interface ListedRows<R> {
  readonly select: SelectRows<R>;
  /** The order of a page that is neither searched nor sorted. */
  readonly order: SQL[];
  /** Returns how many there are without a search. */
  readonly total: () => Promise<number>;
  /** Selects how large they are, where that can be too much for one answer. */
  readonly selectSizes?: SelectRows<{ readonly bytes: number }>;
}

/**
 * Reads a page of rows, and how many match. Throws 400 when the rows have too many bytes together, and `invalid` when
 * the caller goes away.
 */
export async function readPage<R extends { readonly id: string }>(
  db: Pick<Database, 'orm'>,
  { select, order, total, selectSizes }: ListedRows<R>,
  { lookup, pageSize, offset }: Page,
): Promise<{ readonly rows: readonly R[]; readonly total: number }> {
  const found = lookup && (await findRecords(db, select, lookup, { offset, pageSize }));
  const chosen = found && inArray(lookup.fields.id, found.ids);
  const pageIn = <T>(selectRows: SelectRows<T>) =>
    chosen
      ? selectRows(chosen).orderBy().limit(pageSize).offset(0)
      : selectRows()
          .orderBy(...order)
          .limit(pageSize)
          .offset(offset);
  if (selectSizes) await refuseLargePage(db, pageIn(selectSizes));
  const rows = await pageIn(select);
  if (!found) return { rows, total: await total() };
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: found.ids.flatMap((id) => byId.get(id) ?? []), total: found.total };
}

async function refuseLargePage({ orm }: Pick<Database, 'orm'>, sizes: SQLWrapper): Promise<void> {
  const [size] = await orm.select({ bytes: sql`sum(bytes)` }).from(sql`${sizes}`);
  refuseLargeList(Number(size?.bytes));
}

/** Returns how many rows a query has, which it reads one by one. */
export async function countRows({ orm }: Pick<Database, 'orm'>, rows: SQLWrapper): Promise<number> {
  const [counted] = await orm.select({ total: count() }).from(sql`${rows}`);
  return counted?.total ?? 0;
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
