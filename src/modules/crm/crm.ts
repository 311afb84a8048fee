/** Builds the CRM zone: everything under /api/v1. */
import { Elysia } from 'elysia';
import type { Database } from '../../core/db/client.ts';
import { createDeliveryLog } from '../../core/events/log/deliveries.ts';
import { fence } from '../../core/events/publish/ownership.ts';
import { createForwarding, type OtherNodes, type StreamOf } from '../../core/http/forwarding.ts';
import { principalOf } from '../../core/http/principal.ts';
import { createMinuteCounts } from '../../core/http/rate-limit.ts';
import { pathOf } from '../../core/http/zone.ts';
import { CallerTurns } from '../../core/shared/async/caller-turns.ts';
import { createKeyedMutex } from '../../core/shared/async/mutex.ts';
import { AppError, failure } from '../../core/shared/errors.ts';
import { isUuid } from '../../core/shared/ids.ts';
import { createEndpointTests } from '../../core/webhooks/endpoint-tests.ts';
import { trialTurns } from '../../core/webhooks/trials.ts';
import type { ModuleParts } from '../../module.ts';
import type { Accounts, AccountsContext } from '../../offers.ts';
import { actingMembership, membershipIn } from './account.ts';
import { createAuditedCommitter } from './audited-commit.ts';
import { type Caller, crmZone } from './caller.ts';
import { crmEvents } from './documented-events.ts';
import { writeWithEvents } from './events.ts';
import { createGuard } from './guard.ts';
import { OPERATIONS } from './operations.ts';
import { type CrmParts, ReadWriteLock } from './parts.ts';
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
    lookups: new CallerTurns(clock, (why) =>
      failure('lookups_busy', { why }, { headers: { 'retry-after': '5' } }),
    ),
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

// Decides which requests are for the node that sends an account's events: those that change where events go, or send
// them again.

type Queries = Pick<Database, 'query'>;

const WEBHOOKS = /^\/api\/v1\/webhooks(?:\/|$)/;
const ACCOUNT = /^\/api\/v1\/accounts\/([^/]+)$/;

/** The owner has the webhooks in memory, so that nothing goes to a former URL once it has answered. */
export function accountFinder(
  db: Queries,
  { nodes }: { readonly nodes: Pick<OtherNodes, 'begin'> },
): StreamOf {
  return async (request) => {
    const accountId = await concernedAccount(db, request);
    if (accountId !== null) await nodes.begin(accountId);
    return accountId;
  };
}

/** Returns null also when the request will be refused. */
async function concernedAccount(db: Queries, request: Request): Promise<string | null> {
  if (request.method === 'GET') return null;
  const caller = principalOf<Caller>({ request });
  const path = pathOf(request.url);
  if (WEBHOOKS.test(path)) {
    const acting = await unlessRefused(actingMembership(db, caller, request));
    return acting?.accountId ?? null;
  }
  const [, id = ''] = (request.method === 'DELETE' && ACCOUNT.exec(path)) || [];
  if (!isUuid(id)) return null;
  return (await membershipIn(db, caller, id.toLowerCase()))?.accountId ?? null;
}

async function unlessRefused<T>(finding: Promise<T>): Promise<T | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
