/** Builds the CRM zone: everything under /api/v1. */
import { Elysia } from 'elysia';
import { createDeliveryLog } from '../../core/events/log/deliveries.ts';
import { fence } from '../../core/events/publish/ownership.ts';
import { createForwarding } from '../../core/http/forwarding.ts';
import { createMinuteCounts } from '../../core/http/rate-limit.ts';
import { createKeyedMutex } from '../../core/shared/async/keyed-mutex.ts';
import { failure } from '../../core/shared/errors.ts';
import { createEndpointTests } from '../../core/webhooks/endpoint-tests.ts';
import { trialTurns } from '../../core/webhooks/trials.ts';
import type { ModuleParts } from '../../module.ts';
import type { Accounts, AccountsContext } from '../../offers.ts';
import { createAuditedCommitter } from './audited-commit.ts';
import { crmZone } from './caller.ts';
import { crmEvents } from './documented-events.ts';
import { writeWithEvents } from './events.ts';
import { accountFinder } from './forwarding.ts';
import { createGuard } from './guard.ts';
import { OPERATIONS } from './operations.ts';
import type { CrmParts } from './parts.ts';
import { ReadWriteLock } from './read-write-lock.ts';
import { seedFirstUser } from './seed.ts';
import { announceHealth } from './webhooks/health.ts';
import { createWebhookRegistry } from './webhooks/registry.ts';

export const CRM_PARTS: ModuleParts = { accounts: createCrm };

export function createCrm(deps: AccountsContext): Accounts {
  const { db, clock, engine, node } = deps;
  const ownership = node?.membership ?? null;
  const owns = (id: string) => ownership === null || ownership.grantOf(id) !== null;
  const webhooks = createWebhookRegistry({ ...deps, owns });
  const isShared = ownership !== null;
  const write = writeWithEvents({ webhooks, isShared, engine });
  const parts: CrmParts = {
    ...deps,
    guard: createGuard(db),
    byOwner: (id) => (ownership === null ? [] : fence(ownership, id)),
    commits: createAuditedCommitter(write, clock),
    webhooks,
    deliveries: createDeliveryLog(db.orm),
    turns: createKeyedMutex(),
    testWebhook: createEndpointTests({
      ...deps,
      destinations: webhooks,
      untestable: (problem) => failure('webhook_untestable', { problem }),
    }),
    trials: trialTurns(clock),
    secretTries: createMinuteCounts(clock),
    pipelineLock: new ReadWriteLock(),
  };
  let hasSeeded = false;
  return {
    zone: crmZone({
      ...deps,
      forwarding: node && createForwarding(node.nodes, accountFinder(db, node)),
    }),
    routes: crmRoutes(parts),
    destinations: webhooks,
    events: crmEvents,
    get hasSeeded() {
      return hasSeeded;
    },
    async prepare() {
      hasSeeded = await seedFirstUser(deps);
      await webhooks.load();
    },
    announceHealth: (announcement) => announceHealth(parts, write, announcement),
    refreshWebhooks: (accountId) => webhooks.refresh(accountId),
  };
}

function crmRoutes(parts: CrmParts): Elysia {
  const app = new Elysia({ name: 'crm' });
  for (const [tag, operations] of Object.entries(OPERATIONS))
    for (const add of operations) add(app, parts, tag);
  return app;
}
