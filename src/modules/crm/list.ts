/** Lists in pages, with totals that cost the same however long the list is. */

import type { TSchema } from '@sinclair/typebox';
import type { Database } from '../../core/db/client.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import { OptionalInteger, Query } from './fields.ts';

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

export interface Page {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** How many rows come before it. */
  readonly offset: number;
}

type PageNames = Partial<
  Readonly<Record<'page' | 'pageSize' | 'per_page' | 'limit' | 'skip', string>>
>;

/** Throws 400 when two names of one thing say different things. */
export function pageOf({ page, skip, ...sizes }: PageNames): Page {
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
