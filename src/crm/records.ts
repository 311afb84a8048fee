/** SQL that is the same for every kind of record: rows with an id, an account, and `updated_at` for a version. */
import { and, asc, eq, getTableName, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../db/client.ts';
import { type CountedList, type Page, totalOf } from './list.ts';

type RecordTable = SQLiteTable & {
  readonly _: { readonly name: CountedList };
  readonly id: SQLiteColumn;
  readonly accountId: SQLiteColumn;
  readonly updatedAt: SQLiteColumn;
};

/** The record of this account, or null. */
export async function findRecord<T extends RecordTable>(
  { orm }: Pick<Database, 'orm'>,
  table: T,
  accountId: string,
  id: string,
): Promise<T['$inferSelect'] | null> {
  const where = and(eq(table.accountId, accountId), eq(table.id, id));
  const [row] = await orm
    .select()
    .from(table as SQLiteTable)
    .where(where)
    .limit(1);
  return row ?? null;
}

/** Records of this account, the oldest first, and how many there are in all. */
export async function pageOfRecords<T extends RecordTable>(
  db: Pick<Database, 'orm' | 'query'>,
  table: T,
  accountId: string,
  { pageSize, offset }: Page,
): Promise<{ rows: T['$inferSelect'][]; total: number }> {
  const rows = await db.orm
    .select()
    .from(table as SQLiteTable)
    .where(eq(table.accountId, accountId))
    .orderBy(asc(table.id))
    .limit(pageSize)
    .offset(offset);
  const list: T['_']['name'] = getTableName(table);
  return { rows, total: await totalOf(db, accountId, list) };
}

/** This record in the version it was read in, and no other. */
export const version = (
  table: Omit<RecordTable, '_'>,
  row: { readonly id: string; readonly accountId: string; readonly updatedAt: number },
): SQL | undefined =>
  and(eq(table.id, row.id), eq(table.accountId, row.accountId), eq(table.updatedAt, row.updatedAt));
