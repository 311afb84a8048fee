/** Reading the audit log. Owns: its filters. Must never: write; `audited-commit.ts` does. */
import { and, count, desc, eq, gte, type SQL, sql, sum } from 'drizzle-orm';
import { auditLogs } from '../../db/schema/crm-access.ts';
import { type Page, refuseLargeList, SMALLER_PAGE, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';

export interface AuditFilter {
  readonly resource?: string;
  readonly resourceId?: string;
  readonly actorUserId?: string;
  /** Ms since 1970, itself included. */
  readonly since?: number;
}

type Row = typeof auditLogs.$inferSelect;

const NEWEST_FIRST = [desc(auditLogs.createdAt), desc(auditLogs.id)];
const { before, after } = auditLogs;
const bytesOf = (column: typeof before | typeof after) => sql`coalesce(octet_length(${column}), 0)`;

export function createAuditLog({ db }: Pick<CrmParts, 'db'>) {
  const { orm } = db;
  return {
    /** Newest first. */
    async list(accountId: string, filter: AuditFilter, { pageSize, offset }: Page) {
      const wanted = conditions(filter);
      const where = and(eq(auditLogs.accountId, accountId), ...wanted);
      const page = orm
        .select({ bytes: sql<number>`${bytesOf(before)} + ${bytesOf(after)}`.as('bytes') })
        .from(auditLogs)
        .where(where)
        .orderBy(...NEWEST_FIRST)
        .limit(pageSize)
        .offset(offset)
        .as('page');
      const [size] = await orm.select({ bytes: sum(page.bytes) }).from(page);
      refuseLargeList(Number(size?.bytes), SMALLER_PAGE);
      const rows: Row[] = await orm
        .select()
        .from(auditLogs)
        .where(where)
        .orderBy(...NEWEST_FIRST)
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
