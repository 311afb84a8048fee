/** The door of /api/v1/audit_logs. Owns: its path, its filters and its documented shape. */
import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { okPage, PageEnvelope } from '../../http/envelope.ts';
import { readInstant } from '../../shared/instant.ts';
import { refusals } from '../failures.ts';
import { Instant, Uuid, Words } from '../fields.ts';
import { accessOf } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { AUDITED_RESOURCES } from '../permissions/catalogue.ts';
import { AuditLog, toAuditLog } from './model.ts';
import { type AuditFilter, createAuditLog } from './store.ts';

const AuditQuery = PageQuery({
  resource: Type.Optional(Words(...AUDITED_RESOURCES)),
  resource_id: Type.Optional(Uuid()),
  actor: Type.Optional(Uuid('Who did it')),
  since: Type.Optional(Instant('From then on')),
});

export function auditLogRoutes(parts: CrmParts) {
  const log = createAuditLog(parts);
  return new Elysia({ name: 'audit-logs' }).get(
    '/api/v1/audit_logs',
    async (context) => {
      const page = pageOf(context.query);
      const { accountId } = accessOf(context);
      const { rows, total } = await log.list(accountId, filterOf(context.query), page);
      const data = rows.map(toAuditLog);
      return okPage(
        parts.clock.now(),
        data,
        { ...page, total },
        'Audit logs retrieved successfully',
      );
    },
    parts.guard.operation('audit_logs.read', {
      query: AuditQuery,
      response: { 200: PageEnvelope(AuditLog), ...refusals() },
      detail: { tags: ['Audit logs'], summary: 'What was changed by whom, newest first' },
    }),
  );
}

function filterOf(query: Static<typeof AuditQuery>): AuditFilter {
  const { resource, resource_id, actor, since } = query;
  return {
    ...(resource !== undefined && { resource }),
    ...(resource_id !== undefined && { resourceId: resource_id.toLowerCase() }),
    ...(actor !== undefined && { actorUserId: actor.toLowerCase() }),
    // Its form has been checked.
    ...(since !== undefined && { since: readInstant(since) ?? 0 }),
  };
}
