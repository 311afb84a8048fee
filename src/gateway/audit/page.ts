/** One page of the audit. */
import { type Static, Type } from '@sinclair/typebox';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Orm } from '../../db/client.ts';
import { gatewayAudit } from '../../db/schema/gateway-audit.ts';
import { AfterNumber, PageLimit } from '../page-query.ts';

/** An action or a name that nothing has finds nothing. */
export const AuditQuery = Type.Object({
  after: AfterNumber('an id', 'The id after which to begin; default 0, the beginning'),
  limit: PageLimit(),
  action: Type.Optional(Type.String({ description: 'Of this action only' })),
  instanceName: Type.Optional(
    Type.String({ description: 'Done to an instance that had this name' }),
  ),
});

/** In order of id. */
export const findEntries = (
  orm: Orm,
  { after, limit, action, instanceName }: Static<typeof AuditQuery>,
) =>
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
