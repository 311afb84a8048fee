/** The shape of the audit log, and how a row becomes it. */
import { type Static, Type } from '@sinclair/typebox';
import type { auditLogs } from '../../db/schema/crm-access.ts';
import { iso } from '../../shared/clock.ts';
import { Id, Time } from '../fields.ts';

const Shown = Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
  description: 'The record as its answers showed it, secrets masked; null: it did not exist',
});

export const AuditLog = Type.Object({
  id: Id,
  actor_user_id: Type.String({
    format: 'uuid',
    description: 'All zeros, like the token: somebody who declined an invitation to the account',
  }),
  token_id: Id,
  action: Type.String({ description: 'create, update, delete, or a word of the resource’s own' }),
  resource: Type.String(),
  resource_id: Type.String(),
  before: Shown,
  after: Shown,
  request_id: Type.String(),
  created_at: Time,
});
export type AuditLog = Static<typeof AuditLog>;

export const toAuditLog = (row: typeof auditLogs.$inferSelect): AuditLog => ({
  id: row.id,
  actor_user_id: row.actorUserId,
  token_id: row.tokenId,
  action: row.action,
  resource: row.resource,
  resource_id: row.resourceId,
  before: shown(row.before),
  after: shown(row.after),
  request_id: row.requestId,
  created_at: iso(row.createdAt),
});

// Only objects are written.
const shown = (json: string | null): object | null =>
  json === null ? null : (JSON.parse(json) as object);
