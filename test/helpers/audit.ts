/** Audit rows as they stand in a database, and requests to audit. */

import type { Database, Value } from '../../src/core/db/client.ts';
import { gatewayAudit, gatewayAuditBegun } from '../../src/core/db/schema/service.ts';
import { admit } from '../../src/core/http/principal.ts';
import { REQUEST_ID_HEADER } from '../../src/core/http/request-watch.ts';
import type { AuditedContext } from '../../src/modules/gateway/audit/audited-operation.ts';
import type { GatewayPrincipal } from '../../src/modules/gateway/guard.ts';

export const auditRows = ({ orm }: Database) =>
  orm.select().from(gatewayAudit).orderBy(gatewayAudit.id);

export const begunRows = ({ orm }: Database) => orm.select().from(gatewayAuditBegun);

/** The context of a handler that answers a request of this caller. */
export function auditedContext(
  requestId: string,
  principal: GatewayPrincipal = { kind: 'global', keyId: 'key-1' },
): AuditedContext {
  const request = new Request('http://gateway.test/');
  admit(request, { prefixes: [], authenticate: () => principal }, principal);
  return { request, set: { headers: { [REQUEST_ID_HEADER]: requestId } } };
}

/** Every value of every row of both tables, as one text. */
export async function auditText(db: Database): Promise<string> {
  const rows = [
    ...(await db.query('select * from gateway_audit', [])),
    ...(await db.query('select * from gateway_audit_begun', [])),
  ];
  return JSON.stringify(rows, (_, value: Value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
