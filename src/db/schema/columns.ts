/** What several tables have. */
import { type SQL, sql } from 'drizzle-orm';
import { integer, type SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** When a row was made and last changed, in ms since 1970. */
export const times = () => ({
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** A check that a column holds one of the texts it is declared with. */
export const isOneOfItsValues = (column: SQLiteColumn): SQL => {
  const values = column.enumValues?.map((value) => `'${value}'`) ?? [];
  return sql`${column} in (${sql.raw(values.join(', '))})`;
};
