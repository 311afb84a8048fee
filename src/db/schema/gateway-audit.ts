/** Tables of the audit of the gateway zone. Times are ms since 1970. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row per operation. Each carries the hash of the row before, see `api/gateway/audit/chain.ts`. */
export const gatewayAudit = sqliteTable(
  'gateway_audit',
  {
    /** From 1, without gaps. */
    id: integer('id').primaryKey(),
    at: integer('at').notNull(),
    action: text('action').notNull(),
    /** `global`, `instance:ID`, `anonymous`, or `service` for what it does by itself. */
    actor: text('actor').notNull(),
    /** Tells the actor's keys apart. */
    keyId: text('key_id'),
    instanceId: text('instance_id'),
    instanceName: text('instance_name'),
    address: text('address'),
    requestId: text('request_id'),
    /** The HTTP status of the answer; null: the service ended before the operation did, or no request asked for it. */
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

/** Operations that have begun and have no audit row yet. What a dead process left here still gets one. */
export const gatewayAuditBegun = sqliteTable('gateway_audit_begun', {
  id: text('id').primaryKey(),
  begunAt: integer('begun_at').notNull(),
  /** The row to be, as JSON. */
  entry: text('entry').notNull(),
});
