/** Owns: how the audit of the gateway zone is put together, and its start and stop. */
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { type Audit, createAudit } from './operations.ts';
import { type AuditRows, createAuditRows } from './rows.ts';
import { createUpkeep } from './upkeep.ts';

export interface GatewayAuditOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Log log. */
  readonly log: Log;
  /** No other process can have the database open. */
  readonly isAlone: boolean;
}

export interface GatewayAudit extends Audit {
  readonly rows: AuditRows;
  /** Records what the last process left. To be called before requests come in. */
  start(): Promise<void>;
  stop(): void;
}

export function createGatewayAudit(options: GatewayAuditOptions): GatewayAudit {
  const rows = createAuditRows(options.db);
  const parts = { ...options, rows };
  const upkeep = createUpkeep(parts);
  return {
    ...createAudit(parts),
    rows,
    start: upkeep.start,
    stop: upkeep.stop,
  };
}
