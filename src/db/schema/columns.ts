import { type SQL, sql } from 'drizzle-orm';
import { integer, type SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** When a row was created and last changed, in ms since 1970. */
export const times = () => ({
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Returns a check that a column has one of its declared texts. */
export const isOneOfItsValues = (column: SQLiteColumn): SQL => {
  const values = column.enumValues?.map((value) => `'${value}'`) ?? [];
  return sql`${column} in (${sql.raw(values.join(', '))})`;
};
