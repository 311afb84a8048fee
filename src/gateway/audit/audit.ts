/** Owns: how the audit of the gateway zone is put together, and its start and stop. */
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { type Audit, createAudit } from './operations.ts';
import { createRefusedLogins, type RefusedLogins } from './refused.ts';
import { type AuditRows, createAuditRows } from './rows.ts';
import { createUpkeep } from './upkeep.ts';

export interface GatewayAuditOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Log log. */
  readonly log: Log;
  /** AUDIT_RETENTION_HOURS. */
  readonly hours: number;
  /** No other process can have the database open. */
  readonly isAlone: boolean;
}

export interface GatewayAudit extends Audit {
  readonly rows: AuditRows;
  readonly refusedLogins: RefusedLogins;
  /** Records what the last process left. To be called before requests come in. */
  start(): Promise<void>;
  /** Records refused log-ins counted so far. To be called before the database is closed. */
  stop(): Promise<void>;
}

export function createGatewayAudit(options: GatewayAuditOptions): GatewayAudit {
  const rows = createAuditRows(options.db);
  const parts = { ...options, rows };
  const refusedLogins = createRefusedLogins(parts);
  const upkeep = createUpkeep(parts);
  return {
    ...createAudit(parts),
    rows,
    refusedLogins,
    start: upkeep.start,
    async stop() {
      upkeep.stop();
      await refusedLogins.flush();
    },
  };
}
