/**
 * What the nodes of one database server count and hand out together; times are of the database's clock, in ms since
 * 1970.
 */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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

/** Idempotent requests that a node is working on, or was when it ended. */
export const idempotencyClaims = sqliteTable(
  'idempotency_claims',
  {
    /** As of the stored answers. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** The node that does the work. */
    node: text('node').notNull(),
    /** Of the claims of this node: a later one for the same request is another. */
    number: integer('number').notNull(),
    /** In the steady clock's time, see `Clock`. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    index('idempotency_claims_age').on(t.createdAt),
  ],
);

/** What each node has counted of requests in a minute. */
export const rateCounts = sqliteTable(
  'rate_counts',
  {
    /** Since 1970, by the clock of the database. */
    minute: integer('minute').notNull(),
    /** SHA-256 of what is counted and of whom. */
    subject: text('subject').notNull(),
    node: text('node').notNull(),
    used: integer('used').notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.subject, t.node] })],
);
