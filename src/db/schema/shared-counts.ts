/** What the nodes of one database server count and hand out together; times are of the database's clock, in ms since 1970. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tickets for WebSockets that were not used yet. */
export const wsTickets = sqliteTable(
  'ws_tickets',
  {
    /** SHA-256 of the ticket. */
    hash: text('hash').primaryKey(),
    /** Whose tickets are counted together. */
    holder: text('holder').notNull(),
    /** What is admitted with it, as JSON. */
    principal: text('principal').notNull(),
    until: integer('until').notNull(),
  },
  (t) => [index('ws_tickets_held').on(t.holder, t.until), index('ws_tickets_age').on(t.until)],
);
