/** The CRM zone: everything under /api/v1, put together. */
import { Elysia } from 'elysia';
import type { Database } from '../db/client.ts';
import type { Destinations } from '../events/contract/routing.ts';
import { createDeliveryLog } from '../events/log/deliveries.ts';
import type { IdempotencyStore } from '../http/idempotency.ts';
import type { Zone } from '../http/server.ts';
import { createKeyedMutex } from '../shared/async/keyed-mutex.ts';
import { ReadWriteLock } from '../shared/async/read-write-lock.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log } from '../shared/log.ts';
import type { UrlGuard } from '../webhooks/url.ts';
import { accessTokenRoutes } from './access-tokens/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { auditLogRoutes } from './audit-logs/list.ts';
import { createAuditedCommitter } from './audited-commit.ts';
import { crmZone } from './caller.ts';
import { writeWithEvents } from './events.ts';
import { createGuard } from './guard.ts';
import { inboxMemberRoutes } from './inbox-members/routes.ts';
import { inboxRoutes } from './inboxes/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { mcpServerRoutes } from './mcp-servers/routes.ts';
import { membershipRoutes } from './memberships/leave.ts';
import type { CrmEngine, CrmParts } from './parts.ts';
import { permissionRoutes } from './permissions/get.ts';
import { pipelineStageRoutes } from './pipeline-stages/routes.ts';
import { pipelineRoutes } from './pipelines/routes.ts';
import { roleRoutes } from './roles/routes.ts';
import { seedFirstUser } from './seed.ts';
import { userRoutes } from './users/routes.ts';
import { createWebhookRegistry } from './webhooks/registry.ts';
import { webhookRoutes } from './webhooks/routes.ts';

interface CrmDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly idempotency: IdempotencyStore;
  /** BOOTSTRAP_ACCESS_TOKEN. */
  readonly bootstrapToken: string | null;
  /** Which addresses webhooks may not name. */
  readonly network: UrlGuard;
  /** Asked when it is needed: it is built on `Crm.destinations`. */
  readonly engine: () => CrmEngine;
}

export interface Crm {
  readonly zone: Zone;
  readonly routes: ReturnType<typeof crmRoutes>;
  /** Where events of accounts go. */
  readonly destinations: Destinations;
  /** Makes the first user while there is none, and reads the webhooks; to be called before requests are let in. */
  start(): Promise<void>;
}

export function createCrm(deps: CrmDeps): Crm {
  const { db, clock, engine } = deps;
  const webhooks = createWebhookRegistry(deps);
  const parts: CrmParts = {
    ...deps,
    guard: createGuard(db),
    commits: createAuditedCommitter(writeWithEvents({ webhooks, engine }), clock),
    webhooks,
    deliveries: createDeliveryLog(db.orm),
    turns: createKeyedMutex(),
    pipelineLock: new ReadWriteLock(),
  };
  return {
    zone: crmZone(deps),
    routes: crmRoutes(parts),
    destinations: webhooks,
    async start() {
      await seedFirstUser(deps);
      await webhooks.load();
    },
  };
}

const crmRoutes = (parts: CrmParts) =>
  new Elysia({ name: 'crm' })
    .use(permissionRoutes(parts))
    .use(accountRoutes(parts))
    .use(userRoutes(parts))
    .use(invitationRoutes(parts))
    .use(membershipRoutes(parts))
    .use(roleRoutes(parts))
    .use(accessTokenRoutes(parts))
    .use(auditLogRoutes(parts))
    .use(pipelineRoutes(parts))
    .use(pipelineStageRoutes(parts))
    .use(inboxRoutes(parts))
    .use(inboxMemberRoutes(parts))
    .use(mcpServerRoutes(parts))
    .use(webhookRoutes(parts));
