/** Tables of the service itself: its facts, its audit log, its figures and its counts for limits. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

export const serviceFacts = sqliteTable('service_facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

// Tables of the audit of the gateway zone. Times are in ms since 1970.

/** One row per operation. Each has the hash of the row before, see `src/modules/gateway/audit/chain.ts`. */
export const gatewayAudit = sqliteTable(
  'gateway_audit',
  {
    /** From 1, without gaps. */
    id: integer('id').primaryKey(),
    at: integer('at').notNull(),
    action: text('action').notNull(),
    /** `global`, `instance:ID`, `anonymous`, or `service` for what the service does by itself. */
    actor: text('actor').notNull(),
    /** Distinguishes the actor's keys. */
    keyId: text('key_id'),
    instanceId: text('instance_id'),
    instanceName: text('instance_name'),
    address: text('address'),
    requestId: text('request_id'),
    /** The HTTP status of the answer; null if the service ended before the operation, or no request started it. */
    status: integer('status'),
    /** A JSON object, or null. */
    details: text('details'),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    index('gateway_audit_action').on(t.action, t.id),
    index('gateway_audit_instance').on(t.instanceName, t.id),
  ],
);

/** Running operations without an audit row. Those that a dead process left get one later. */
export const gatewayAuditBegun = sqliteTable('gateway_audit_begun', {
  id: text('id').primaryKey(),
  begunAt: integer('begun_at').notNull(),
  /** The future row, as JSON. */
  entry: text('entry').notNull(),
});

// Counts and tickets that the nodes of one database server share. Times are of the database's clock, in ms since 1970.

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

// Counts of each instance in the last 7 days. They are deleted with the instance.

const count = (name: string) => integer(name).notNull().default(0);

/** Every count is added to what other processes have written. */
export const figures = sqliteTable(
  'figures',
  {
    instanceId: instanceId(),
    /** When its 5 minutes, half hour or 4 hours begin, in ms since 1970. */
    since: integer('since').notNull(),
    /** The endpoint of the deliveries that are counted; '' for the row that counts messages. */
    endpoint: text('endpoint').notNull(),
    received: count('received'),
    sent: count('sent'),
    delivered: count('delivered'),
    /** Attempts that failed. */
    failed: count('failed'),
    discarded: count('discarded'),
    /** Events of its list that its filter or its format kept from the endpoint. */
    filtered: count('filtered'),
    /** How many deliveries were accepted at the first attempt within so many ms of their event, and in no fewer. */
    within10: count('within_10'),
    within25: count('within_25'),
    within50: count('within_50'),
    within100: count('within_100'),
    within250: count('within_250'),
    within500: count('within_500'),
    within1000: count('within_1000'),
    within2500: count('within_2500'),
    within10000: count('within_10000'),
    within60000: count('within_60000'),
    slower: count('slower'),
    /** The longest time from an event to its acceptance at the first attempt, in ms. */
    slowest: count('slowest'),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.since, t.endpoint] }),
    index('figures_age').on(t.since),
  ],
);
