/** The engine as the product runs it, over a database file of its own: signing, attempts and full sync on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinableChanges } from '../src/app/limits.ts';
import type { createBrokers } from '../src/core/channels/brokers.ts';
import { createWebhookChannel } from '../src/core/channels/webhook/channel.ts';
import type { Database } from '../src/core/db/client.ts';
import { openDatabase } from '../src/core/db/open.ts';
import type { CatalogEvent } from '../src/core/events/contract/catalog.ts';
import type { Channel } from '../src/core/events/contract/channel.ts';
import { DEFAULT_ENDPOINT } from '../src/core/events/contract/endpoint.ts';
import { joinObservers, type Observer } from '../src/core/events/deliver/observer.ts';
import { createEngine, type RunningEngine } from '../src/core/events/engine.ts';
import { NO_FLAGS } from '../src/core/events/types/message-data.ts';
import { createNetworkGuard } from '../src/core/outbound/network-guard.ts';
import { createOutbound } from '../src/core/outbound/outbound.ts';
import { systemClock } from '../src/core/shared/clock.ts';
import { createLog } from '../src/core/shared/log.ts';
import { createDestinations } from '../src/core/webhooks/destinations.ts';
import { type EventSettings, newEndpoint } from '../src/core/webhooks/event-settings.ts';
import { createFilterFailures, type Filter } from '../src/core/webhooks/filter/filter.ts';
import type { FormatFacts } from '../src/core/webhooks/format/formats.ts';
import { Membership } from '../src/modules/cluster/membership.ts';
import { FigureCounter } from '../src/modules/gateway/figures/counter.ts';
import { GATEWAY_PARTS } from '../src/modules/gateway/gateway.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const CHATS = 256;

export interface BenchEngine {
  readonly db: Database;
  readonly engine: RunningEngine;
  readonly path: string;
  stop(): Promise<void>;
}

export interface BenchEngineOptions {
  /**
   * Returns the URL of a webhook of a stream, by its place from 0 on, or null if the stream has no such webhook.
   */
  readonly urlOf?: (streamId: string, place: number) => string | null;
  /** The number of webhooks of each stream; default 1. */
  readonly endpoints?: number;
  /** The webhook that gets the events of all streams, if there is one. */
  readonly globalUrl?: string;
  readonly brokers?: Pick<ReturnType<typeof createBrokers>, 'channels' | 'routes'>;
  readonly observer?: Observer;
  /** A database file to go on with; it is not removed afterwards. */
  readonly path?: string;
  /** An empty libSQL server to write to, as the node that owns one stream. */
  readonly server?: { readonly url: string; readonly streamId: string };
  /** The filter of every webhook. */
  readonly filter?: Filter;
  /** In place of the one that posts. */
  readonly webhook?: Channel;
  readonly perHost?: number;
}

export async function startEngine({
  urlOf,
  endpoints = 1,
  globalUrl,
  brokers,
  observer,
  path,
  server,
  webhook,
  filter,
  perHost = 64,
}: BenchEngineOptions): Promise<BenchEngine> {
  const folder = path === undefined ? mkdtempSync(join(tmpdir(), 'gatehouse-bench-')) : null;
  const file = path ?? join(folder ?? '', 'bench.db');
  const db = await openDatabase({ url: server?.url ?? `file:${file}` });
  const clock = systemClock();
  const log = createLog('error', clock.now, () => {});
  const membership = server === undefined ? null : nodeOf({ db, clock, log });
  const known = new Map<string, EventSettings>();
  const settingsOf = (id: string): EventSettings => {
    const settings =
      known.get(id) ?? settingsFor((place) => urlOf?.(id, place) ?? null, { endpoints, filter });
    known.set(id, settings);
    return settings;
  };
  const routes = brokers?.routes ?? new Map();
  const global = { webhookUrl: globalUrl ?? null, webhookSecret: null, brokers: routes };
  const facts: FormatFacts = {
    defaultFormat: 'gatehouse',
    serverUrl: () => '',
    filesAt: null,
    ownerOf: () => null,
    keyOf: () => null,
    idsOf: () => ({ phoneNumberId: '100000000000001', wabaId: '200000000000002' }),
  };
  const guard = createNetworkGuard({ allow: 'everything', clock });
  const userAgent = 'gatehouse/bench';
  const outbound = createOutbound({ clock, guard, userAgent });
  const figures: FigureCounter = new FigureCounter({
    ...{ db, clock, log, node: null },
    write: (statements) => engine.write(statements),
  });
  const engine = createEngine({
    db,
    clock,
    log,
    joinableChanges: joinableChanges([GATEWAY_PARTS]),
    destinations: createDestinations({
      ...{ settings: { get: settingsOf }, global, clock, facts },
      filterFailures: createFilterFailures(log),
    }),
    channels: {
      webhook: webhook ?? createWebhookChannel({ clock, outbound, userAgent, timeoutMs: 30_000 }),
      ...brokers?.channels,
    },
    observer: joinObservers(figures.observer, observer),
    onCommitted: figures.committed,
    ...(membership && { ownership: membership }),
    rules: { retryDelayMs: 30_000, maxAttempts: 5 },
    limits: { total: 1_024, perHost },
    mediaInBodies: true,
    bodyBytesInFlight: 128 * 1024 * 1024,
    eventHours: 168,
    deliveryHours: 168,
    pid: process.pid,
    nameOf: () => null,
  });
  if (server) await db.query('insert into streams (id) values (?)', [server.streamId]);
  await membership?.start({ onGained() {}, onLost() {}, onLapse() {}, onResume() {} });
  await engine.start();
  figures.start();
  return {
    db,
    engine,
    path: file,
    async stop() {
      await engine.stop(1_000);
      await figures.stop();
      membership?.stop();
      await db.close();
      if (folder) rmSync(folder, { recursive: true });
    },
  };
}

const nodeOf = (parts: Pick<ConstructorParameters<typeof Membership>[0], 'db' | 'clock' | 'log'>) =>
  new Membership({
    ...parts,
    node: { name: 'bench', version: '0' },
    onBeat() {},
    changes: null,
    url: () => '',
  });

function settingsFor(
  urlAt: (place: number) => string | null,
  { endpoints, filter = null }: { endpoints: number; filter?: Filter | null | undefined },
): EventSettings {
  const webhook = (id: string, url: string | null) => ({
    ...newEndpoint(id, 0),
    isSet: url !== null,
    enabled: url !== null,
    url: url ?? '',
    format: 'gatehouse' as const,
    filter,
    secret: SECRET,
  });
  const others = Array.from({ length: endpoints - 1 }, (_, index) =>
    webhook(`other-${index}`, urlAt(index + 1)),
  );
  return {
    webhook: webhook(DEFAULT_ENDPOINT, urlAt(0)),
    others: new Map(others.map((endpoint) => [endpoint.id, endpoint])),
    brokers: {},
    websocketEnabled: false,
  };
}

/** A text message whose body is about 1 KB unless its text has other `characters`; `sentAt` travels in its text. */
export function message(index: number, sentAt?: number, characters = 330): CatalogEvent {
  const chat = `55119${String(index % CHATS).padStart(8, '0')}@s.whatsapp.net`;
  const note = sentAt === undefined ? undefined : { sentAt };
  return {
    type: 'Message',
    data: {
      Info: {
        Chat: chat,
        Sender: chat,
        SenderAlt: '',
        IsFromMe: false,
        IsGroup: false,
        ID: `3EB0${String(index).padStart(16, '0')}`,
        Type: 'text',
        PushName: 'Ana',
        Timestamp: '2026-01-05T10:00:00Z',
        MediaType: '',
        VerifiedName: null,
      },
      Message: { conversation: 'x'.repeat(characters), ...(note && { note }) },
      ...NO_FLAGS,
    },
  };
}
