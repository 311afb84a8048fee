/**
 * The CRM zone: everything under /api/v1.
 * Owns: which feature is behind which door. Must never: hold a rule of its own.
 */
import { Elysia } from 'elysia';
import type { Database } from '../db/client.ts';
import type { IdempotencyStore } from '../http/idempotency.ts';
import type { Zone } from '../http/server.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log } from '../shared/log.ts';
import { createTurns } from '../shared/turns.ts';
import { accessTokenRoutes } from './access-tokens/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { auditLogRoutes } from './audit-logs/routes.ts';
import { crmZone } from './caller.ts';
import { createGuard } from './guard.ts';
import { createJournal } from './journal.ts';
import type { CrmParts } from './parts.ts';
import { permissionRoutes } from './permissions/routes.ts';
import { roleRoutes } from './roles/routes.ts';
import { seedFirstUser } from './seed.ts';
import { userRoutes } from './users/routes.ts';

export interface CrmDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly idempotency: IdempotencyStore;
  /** BOOTSTRAP_ACCESS_TOKEN. */
  readonly bootstrapToken: string | null;
}

export interface Crm {
  readonly zone: Zone;
  readonly routes: ReturnType<typeof crmRoutes>;
  /** Makes the first user while there is none; to be called before requests are let in. */
  start(): Promise<void>;
}

export function createCrm(deps: CrmDeps): Crm {
  const { db, clock } = deps;
  const parts: CrmParts = {
    ...deps,
    guard: createGuard(db),
    journal: createJournal(db, clock),
    turns: createTurns(),
  };
  return {
    zone: crmZone(deps),
    routes: crmRoutes(parts),
    start: () => seedFirstUser(deps),
  };
}

const crmRoutes = (parts: CrmParts) =>
  new Elysia({ name: 'crm' })
    .use(permissionRoutes(parts))
    .use(accountRoutes(parts))
    .use(userRoutes(parts))
    .use(roleRoutes(parts))
    .use(accessTokenRoutes(parts))
    .use(auditLogRoutes(parts));
