/**
 * Counts and tickets that the nodes of one database server share. Times are of the database's clock, in ms since 1970.
 */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Unused tickets for WebSockets. */
export const wsTickets = sqliteTable(
  'ws_tickets',
  {
    /** The SHA-256 of the ticket. */
    hash: text('hash').primaryKey(),
    /** The holder, for whom tickets are counted. */
    holder: text('holder').notNull(),
    /** The principal that it admits, as JSON. */
    principal: text('principal').notNull(),
    until: integer('until').notNull(),
  },
  (t) => [index('ws_tickets_held').on(t.holder, t.until), index('ws_tickets_age').on(t.until)],
);

/** The requests that each node has counted in a minute. */
export const rateCounts = sqliteTable(
  'rate_counts',
  {
    /** In minutes since 1970, by the database's clock. */
    minute: integer('minute').notNull(),
    /** The SHA-256 of what is counted and for whom. */
    subject: text('subject').notNull(),
    node: text('node').notNull(),
    used: integer('used').notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.subject, t.node] })],
);
