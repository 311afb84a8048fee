/** Tables of the service as a whole. */
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const serviceFacts = sqliteTable('service_facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
