/** What the audit does by itself, at start and once an hour. Owns: when. */
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { recordLeftovers } from './leftovers.ts';
import { pruneAudit } from './pruning.ts';
import type { AuditRows } from './rows.ts';

export interface UpkeepDeps {
  readonly db: Pick<Database, 'query'>;
  readonly rows: AuditRows;
  readonly clock: Clock;
  readonly log: Log;
  /** AUDIT_RETENTION_HOURS. */
  readonly hours: number;
  /** No other process can have operations under way. */
  readonly isAlone: boolean;
}

export interface Upkeep {
  /** Records what the last process left, then prunes; again every hour. Rejects when the former cannot be done. */
  start(): Promise<void>;
  stop(): void;
}

const HOUR_MS = 3_600_000;
/** No operation takes as long as this. */
const OVER_AFTER_MS = 600_000;

export function createUpkeep({ db, rows, clock, log, hours, isAlone }: UpkeepDeps): Upkeep {
  let cancel = () => {};
  let isStopped = false;
  const prune = () => pruneAudit({ db, rows }, clock.now() - hours * HOUR_MS, () => clock.now());

  const hourly = async (): Promise<void> => {
    try {
      await recordLeftovers({ db, rows }, clock.now() - OVER_AFTER_MS);
      await prune();
    } catch (error) {
      log.warn('the audit could not be tidied', { reason: messageOf(error) });
    }
    if (!isStopped) cancel = clock.after(HOUR_MS, () => void hourly());
  };
  return {
    async start() {
      if (isAlone) await recordLeftovers({ db, rows }, Number.MAX_SAFE_INTEGER);
      void hourly();
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
