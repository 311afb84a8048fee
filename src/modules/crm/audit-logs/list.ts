/** GET /api/v1/audit_logs */
import { type Static, Type } from '@sinclair/typebox';
import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { auditLogs } from '../../../core/db/schema/crm-access.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { iso } from '../../../core/shared/clock.ts';
import { readInstant } from '../../../core/shared/instant.ts';
import { Id, Instant, Time, Uuid, Words } from '../fields.ts';
import { countRows, type ListedRows, PageQuery, readPage, totalOf } from '../list.ts';
import { pageOperation } from '../operation.ts';
import { AUDITED_RESOURCES } from '../permissions/catalogue.ts';

const Shown = Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
  description: 'Record as its answers showed it, secrets masked; null if it did not exist then',
});

const AuditLog = NamedObject('AuditLog', {
  id: Id,
  actor_user_id: Type.String({
    format: 'uuid',
    description:
      'Id of the user; all zeros, like the token, for somebody who declined an invitation to the account',
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

const AuditQuery = PageQuery({
  resource: Type.Optional(
    describe('Only changes of this kind of record, such as `roles`', Words(...AUDITED_RESOURCES)),
  ),
  resource_id: Type.Optional(Uuid('Only changes of the record with this id')),
  actor: Type.Optional(Uuid('Only changes that the user with this id made')),
  since: Type.Optional(
    Instant(
      'Only changes made at this time or later, such as `2026-01-05T12:00:00Z`',
      '2026-01-05T12:00:00Z',
    ),
  ),
});

export const listAuditLogs = pageOperation('GET /api/v1/audit_logs', {
  permission: 'audit_logs.read',
  summary: 'List the audit log, newest first',
  query: AuditQuery,
  answer: AuditLog,
  message: 'Audit logs retrieved successfully',
  async run({ db }, { accountId }, { query, page }) {
    const isAsked = conditions(query);
    const where = and(eq(auditLogs.accountId, accountId), ...isAsked);
    const select = () => db.orm.select().from(auditLogs).where(where);
    const listed: ListedRows<typeof auditLogs.$inferSelect> = {
      select,
      selectSizes: () => db.orm.select({ bytes: BYTES }).from(auditLogs).where(where),
      order: NEWEST_FIRST,
      total: () =>
        isAsked.length === 0 ? totalOf(db, accountId, 'audit_logs') : countRows(db, select()),
    };
    const { rows, total } = await readPage(db, listed, page);
    return { data: rows.map(toAuditLog), total };
  },
});

function conditions({ resource, resource_id, actor, since }: Static<typeof AuditQuery>): SQL[] {
  const found: SQL[] = [];
  if (resource !== undefined) found.push(eq(auditLogs.resource, resource));
  if (resource_id !== undefined) found.push(eq(auditLogs.resourceId, resource_id.toLowerCase()));
  if (actor !== undefined) found.push(eq(auditLogs.actorUserId, actor.toLowerCase()));
  // Its form has been checked.
  if (since !== undefined) found.push(gte(auditLogs.createdAt, readInstant(since) ?? 0));
  return found;
}

const NEWEST_FIRST = [desc(auditLogs.createdAt), desc(auditLogs.id)];
const { before, after } = auditLogs;
const bytesOf = (column: typeof before | typeof after) => sql`coalesce(octet_length(${column}), 0)`;
const BYTES = sql<number>`${bytesOf(before)} + ${bytesOf(after)}`.as('bytes');

const toAuditLog = (row: typeof auditLogs.$inferSelect): Static<typeof AuditLog> => ({
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
