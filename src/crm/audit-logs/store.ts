/** Reading the audit log. Owns: its filters. Must never: write; the journal does. */
import { and, count, desc, eq, gte, type SQL } from 'drizzle-orm';
import { auditLogs } from '../../db/schema/crm-access.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';

export interface AuditFilter {
  readonly resource?: string;
  readonly resourceId?: string;
  readonly actorUserId?: string;
  /** Ms since 1970, itself included. */
  readonly since?: number;
}

type Row = typeof auditLogs.$inferSelect;

export function createAuditLog({ db }: Pick<CrmParts, 'db'>) {
  const { orm } = db;
  return {
    /** Newest first. */
    async list(accountId: string, filter: AuditFilter, { pageSize, offset }: Page) {
      const wanted = conditions(filter);
      const where = and(eq(auditLogs.accountId, accountId), ...wanted);
      const rows: Row[] = await orm
        .select()
        .from(auditLogs)
        .where(where)
        .orderBy(desc(auditLogs.createdAt), desc(auditLogs.id))
        .limit(pageSize)
        .offset(offset);
      if (wanted.length === 0) return { rows, total: await totalOf(db, accountId, 'audit_logs') };
      const [counted] = await orm.select({ total: count() }).from(auditLogs).where(where);
      return { rows, total: counted?.total ?? 0 };
    },
  };
}

function conditions({ resource, resourceId, actorUserId, since }: AuditFilter): SQL[] {
  const found: SQL[] = [];
  if (resource !== undefined) found.push(eq(auditLogs.resource, resource));
  if (resourceId !== undefined) found.push(eq(auditLogs.resourceId, resourceId));
  if (actorUserId !== undefined) found.push(eq(auditLogs.actorUserId, actorUserId));
  if (since !== undefined) found.push(gte(auditLogs.createdAt, since));
  return found;
}
