/** What the audit does by itself, at start and once an hour. Owns: when. */
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { recordLeftovers } from './leftovers.ts';
import type { AuditRows } from './rows.ts';

export interface UpkeepDeps {
  readonly db: Pick<Database, 'query'>;
  readonly rows: AuditRows;
  readonly clock: Clock;
  readonly log: Log;
  /** No other process can have operations under way. */
  readonly isAlone: boolean;
}

export interface Upkeep {
  /** Records what the last process left, and again every hour. Rejects when that cannot be done. */
  start(): Promise<void>;
  stop(): void;
}

const HOUR_MS = 3_600_000;
/** No operation takes as long as this. */
const OVER_AFTER_MS = 600_000;

export function createUpkeep({ db, rows, clock, log, isAlone }: UpkeepDeps): Upkeep {
  let cancel = () => {};
  let isStopped = false;

  const hourly = async (): Promise<void> => {
    try {
      await recordLeftovers({ db, rows }, clock.now() - OVER_AFTER_MS);
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
