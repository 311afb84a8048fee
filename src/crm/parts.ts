/** What every feature of the CRM zone is given. */
import type { Database } from '../db/client.ts';
import type { IdempotencyStore } from '../http/idempotency.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log } from '../shared/log.ts';
import type { Turns } from '../shared/turns.ts';
import type { Guard } from './guard.ts';
import type { Journal } from './journal.ts';

export interface CrmParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Seals secrets that must be read back. */
  readonly vault: Vault;
  readonly guard: Guard;
  readonly journal: Journal;
  readonly turns: Turns;
  readonly idempotency: IdempotencyStore;
}
