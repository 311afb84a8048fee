/** One page of the audit. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Orm } from '../../db/client.ts';
import { gatewayAudit } from '../../db/schema/gateway-audit.ts';
import { invalid } from '../../shared/errors.ts';
import { parseLimit, wholeNumber } from '../page-query.ts';

interface AuditPageQuery {
  readonly after: number;
  readonly limit: number;
  readonly action: string | undefined;
  readonly instanceName: string | undefined;
}

type Texts = Partial<Record<'after' | 'limit' | 'action' | 'instanceName', string>>;

/** Query texts to a query; 400 names every wrong one. An action or a name that nothing has finds nothing. */
export function parseAuditQuery({ after, limit, action, instanceName }: Texts): AuditPageQuery {
  const problems: string[] = [];
  const from = after === undefined ? 0 : wholeNumber(after);
  if (from === null) problems.push('after must be an id: a whole number from 0');
  const atMost = parseLimit(limit, problems);
  if (problems.length > 0) throw invalid(problems.join('; '));
  return { after: from ?? 0, limit: atMost, action, instanceName };
}

/** In order of id. */
export const findEntries = (orm: Orm, { after, limit, action, instanceName }: AuditPageQuery) =>
  orm
    .select()
    .from(gatewayAudit)
    .where(
      and(
        gt(gatewayAudit.id, after),
        action === undefined ? undefined : eq(gatewayAudit.action, action),
        instanceName === undefined ? undefined : eq(gatewayAudit.instanceName, instanceName),
      ),
    )
    .orderBy(asc(gatewayAudit.id))
    .limit(limit);
