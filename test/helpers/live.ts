/**
 * /ws and /socket.io on a real listener, over an engine and a database of its own: what is published reaches
 * sockets the way it does in the product. Instances are those of gateway-server.
 */

import type { AnyElysia } from 'elysia';
import type { CatalogEvent } from '../../src/core/events/contract/catalog.ts';
import { createEngine } from '../../src/core/events/engine.ts';
import type { CommittedEvent } from '../../src/core/events/publish/publish.ts';
import type { MemoryBudget } from '../../src/core/http/memory-budget.ts';
import { createServer, listen } from '../../src/core/http/server.ts';
import type { InstanceRecord } from '../../src/core/instances/directory.ts';
import { createVault, sha256 } from '../../src/core/shared/crypto.ts';
import { createLog } from '../../src/core/shared/log.ts';
import type { Format } from '../../src/core/webhooks/format/formats.ts';
import { createEventSettings } from '../../src/core/webhooks/settings-store.ts';
import { gatewayZone } from '../../src/modules/gateway/guard.ts';
import { createLive } from '../../src/modules/gateway/live/live.ts';
import { issueTicket, liveRoutes } from '../../src/modules/gateway/live/routes.ts';
import { liveSockets, type SocketLimits } from '../../src/modules/gateway/live/sockets.ts';
import { SocketIoConnections } from '../../src/modules/socket-io/connections.ts';
import { socketIoRoutes } from '../../src/modules/socket-io/routes.ts';
import { socketIoZone } from '../../src/modules/socket-io/zone.ts';
import { manualClock } from '../doubles/manual-clock.ts';
import { testDatabase } from './database.ts';
import { message } from './engine.ts';
import {
  CAFE,
  DIRECTORY,
  GLOBAL_KEY,
  insertInstances,
  operationsWith,
  PHONE,
  SHOP,
} from './gateway-server.ts';
import { type LiveClient, liveClient } from './live-client.ts';
import { plentyOfMemory } from './memory.ts';
import { OPERATION_TABLE } from './operation-table.ts';

export { CAFE, GLOBAL_KEY, PHONE, SHOP };
export type LiveServer = Awaited<ReturnType<typeof liveServer>>;

export interface LiveServerOptions {
  readonly mediaInBodies?: boolean;
  readonly eventHours?: number;
  /** Which events are reported to the feed; all by default. */
  readonly reports?: (event: CommittedEvent) => boolean;
  /** Default: more than any test opens. */
  readonly socketLimits?: SocketLimits;
  /** Default: plenty. */
  readonly memory?: MemoryBudget;
  /** Default: gatehouse. */
  readonly defaultFormat?: Format;
}

const open: { stop(): Promise<void> }[] = [];

/** For `afterEach`. */
export const closeServers = () => Promise.all(open.splice(0).map((one) => one.stop()));

/** `enabled` instances have their WebSocket switched on; `stop` is called by `closeServers`. */
export async function liveServer(
  enabled: readonly InstanceRecord[] = [SHOP],
  options: LiveServerOptions = {},
) {
  const { mediaInBodies = true, eventHours = 168, reports = () => true } = options;
  const { socketLimits = { perKey: 10_000, total: 10_000 } } = options;
  const { memory = plentyOfMemory(), defaultFormat = 'gatehouse' } = options;
  const reached: string[] = [];
  const db = await testDatabase();
  const clock = manualClock();
  const lines: string[] = [];
  const log = createLog('trace', clock.now, (line) => lines.push(line));
  const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
  const settings = createEventSettings({
    orm: db.orm,
    vault,
    clock,
    endpointsMax: 20,
    changed: (id) => live.feed.changed(id),
  });
  const live = createLive({
    db,
    settings,
    facts: {
      defaultFormat,
      serverUrl: () => 'https://gate.test',
      filesAt: null,
      ownerOf: () => null,
      keyOf: (id) => `key of ${id}`,
      idsOf: () => null,
    },
    clock,
    log,
    mediaInBodies,
    socketLimits,
    limits: { reached: (limit) => void reached.push(limit) },
    memory,
  });
  const engine = createEngine({
    db,
    clock,
    log,
    destinations: { of: () => [], target: () => ({ gone: 'nowhere' }) },
    channels: {},
    rules: { retryDelayMs: 30_000, maxAttempts: 5 },
    limits: { total: 8, perHost: 8 },
    mediaInBodies,
    bodyBytesInFlight: 128 * 1024 * 1024,
    eventHours,
    deliveryHours: eventHours,
    pid: 1,
    nameOf: () => null,
    onCommitted: (event) => reports(event) && live.feed.committed(event),
  });
  await insertInstances(db);
  for (const { id } of [SHOP, CAFE, PHONE]) {
    await settings.create(id);
    await settings.update(id, { websocketEnabled: enabled.some((one) => one.id === id) });
  }
  const zone = gatewayZone({
    prefixes: OPERATION_TABLE.prefixes,
    clock,
    globalKeyHashes: [sha256(GLOBAL_KEY)],
    directory: DIRECTORY,
    redeemTicket: live.tickets.redeem,
  });
  const connections = new SocketIoConnections({
    clock,
    directory: DIRECTORY,
    settings,
    live,
  });
  const app: AnyElysia = createServer({
    log,
    clock,
    zones: [zone, socketIoZone(zone, null)],
    corsOrigins: [],
    rateLimitPerMinute: 0,
    memory,
    version: 'test',
  })
    .use(liveRoutes({ clock, directory: DIRECTORY, settings, live, nodes: null }))
    .use(operationsWith([issueTicket], { live }))
    .use(socketIoRoutes(connections));
  listen(app, { hostname: '127.0.0.1', port: 0, websocket: liveSockets(live.feed) });
  const port = app.server?.port ?? 0;
  const clients: LiveClient[] = [];
  const stop = async () => {
    await live.feed.close();
    await app.server?.stop(true);
    for (const client of clients) client.close();
  };
  open.push({ stop });
  return {
    db,
    clock,
    lines,
    settings,
    engine,
    port,
    app,
    feed: live.feed,
    /** Connections of Socket.IO. */
    sessions: connections,
    /** Limits that were reached, each time. */
    reached,
    stop,
    publish: (instance: InstanceRecord, ...events: CatalogEvent[]) =>
      engine.publish({ id: instance.id, name: instance.name }, events),
    /** `count` text messages, `size` characters each. */
    publishTexts: (instance: InstanceRecord, count: number, size = 1) =>
      engine.publish(
        { id: instance.id, name: instance.name },
        Array.from({ length: count }, () => message('chat', 'x'.repeat(size))),
      ),
    /** A client with the global key, connected. */
    async connect(query = '', headers: Record<string, string> = { apikey: GLOBAL_KEY }) {
      const client = liveClient(`ws://127.0.0.1:${port}/ws${query}`, { headers });
      clients.push(client);
      await client.opened;
      return client;
    },
  };
}
