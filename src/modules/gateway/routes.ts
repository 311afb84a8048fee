/** All routes of the gateway zone, with /health and /ready, which need no key. */

import type { AnyElysia } from 'elysia';
import { findAudit } from './audit/find.ts';
import { CHAT_OPERATIONS } from './chat/operations.ts';
import { findDeliveries, readDelivery, readDeliveryRequest } from './delivery/find.ts';
import { redeliver } from './delivery/redeliver.ts';
import { countDeliveries, searchDeliveries } from './delivery/search.ts';
import { findEvents, searchEvents } from './event/find.ts';
import { readInstanceFigures, readSummedFigures } from './figures/operations.ts';
import { GROUP_OPERATIONS } from './group/operations.ts';
import { IMPOSSIBLE_OPERATIONS } from './impossible-operations.ts';
import { INSTANCE_OPERATIONS } from './instance/operations.ts';
import { LABEL_OPERATIONS } from './label/operations.ts';
import { issueTicket, liveRoutes } from './live/routes.ts';
import { MESSAGE_OPERATIONS } from './message/operations.ts';
import { NEWSLETTER_OPERATIONS } from './newsletter/operations.ts';
import { mountOperations, type Operation } from './operation.ts';
import type { OperationTable } from './operation-table.ts';
import { readOverview } from './overview/operations.ts';
import type { GatewayParts } from './parts.ts';
import { PROXY_OPERATIONS } from './proxy/operations.ts';
import { SETTINGS_OPERATIONS } from './settings/operations.ts';
import { listChannels, listNodes, readMetrics, readService } from './status/operations.ts';
import type { ReadinessDeps } from './status/readiness.ts';
import { statusRoutes } from './status/routes.ts';
import { findChat, findChats } from './store/chats.ts';
import { findContacts, resolveAddress } from './store/contacts.ts';
import { findMessages, searchMessages } from './store/messages.ts';
import { findStatuses } from './store/statuses.ts';
import { CHANNEL_OPERATIONS } from './webhook/channels.ts';
import { WEBHOOK_OPERATIONS } from './webhook/operations.ts';

/** The operations of the zone itself; other modules add theirs. */
export const GATEWAY_OPERATIONS: readonly Operation[] = [
  ...INSTANCE_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...LABEL_OPERATIONS,
  ...MESSAGE_OPERATIONS,
  ...CHAT_OPERATIONS,
  ...GROUP_OPERATIONS,
  ...CHANNEL_OPERATIONS,
  ...NEWSLETTER_OPERATIONS,
  ...PROXY_OPERATIONS,
  ...SETTINGS_OPERATIONS,
  findEvents,
  searchEvents,
  findDeliveries,
  readDelivery,
  readDeliveryRequest,
  searchDeliveries,
  countDeliveries,
  redeliver,
  findMessages,
  findStatuses,
  findChats,
  findChat,
  findContacts,
  searchMessages,
  resolveAddress,
  findAudit,
  readOverview,
  readInstanceFigures,
  readSummedFigures,
  listChannels,
  listNodes,
  readService,
  readMetrics,
  issueTicket,
  ...IMPOSSIBLE_OPERATIONS,
];

/** Each operation is added to the server itself: a router in between would register every route twice. */
export function gatewayRoutes(parts: GatewayParts, { operations }: OperationTable): AnyElysia[] {
  return [
    mountOperations(operations, parts),
    liveRoutes(parts),
    statusRoutes(readinessDeps(parts)),
  ];
}

const readinessDeps = ({
  db,
  clock,
  channels,
  faults,
  nodeStatus,
  archiveProblem,
  providers,
}: GatewayParts): ReadinessDeps => ({
  clock,
  channels,
  faults,
  node: nodeStatus,
  database: async () => (await db.query('select 1', [])).length === 1,
  outage: () => db.outages.reason,
  warnings: () => {
    const ofProviders = [...providers.values()].map((one) => one.problem?.() ?? null);
    return [...ofProviders, archiveProblem()].filter((one) => one !== null);
  },
});
