/** Tables of the audit of the gateway zone. Times are in ms since 1970. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
